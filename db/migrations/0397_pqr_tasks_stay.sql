-- What the company must do of a case is never removed, and it is done once: only who did it and when is written, and stays.
create trigger refuse_change_of_task before update on pqr_tasks for each row
  when ((new.company_id, new.id, new.case_id, new.text, new.due_at) is distinct from (old.company_id, old.id, old.case_id, old.text, old.due_at)
    or (old.done_at is not null
      and (new.done_at, new.done_by, new.is_stopped) is distinct from (old.done_at, old.done_by, old.is_stopped)))
  execute function refuse_change();
create trigger refuse_removal before delete on pqr_tasks for each row execute function refuse_change();
create trigger refuse_truncate before truncate on pqr_tasks for each statement execute function refuse_change();

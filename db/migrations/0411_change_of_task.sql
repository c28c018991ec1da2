-- The condition of 0397 in a function: in a trigger PostgreSQL prints it in another form after each dump, so a restored database
-- would not have the schema of its migrations.
drop trigger refuse_change_of_task on pqr_tasks;
create function refuse_change_of_task() returns trigger language plpgsql set search_path = public, pg_temp as $$
  begin
    if (new.company_id, new.id, new.case_id, new.text, new.due_at) is distinct from (old.company_id, old.id, old.case_id, old.text, old.due_at)
      or (old.done_at is not null
        and (new.done_at, new.done_by, new.is_stopped) is distinct from (old.done_at, old.done_by, old.is_stopped)) then
      raise exception '% is append-only: what a case owes is never edited', tg_table_name using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
create trigger refuse_change_of_task before update on pqr_tasks for each row execute function refuse_change_of_task();

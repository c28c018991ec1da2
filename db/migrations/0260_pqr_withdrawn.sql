-- A person withdraws its case before the answer: it ends as 'desistida', with the day and the channel by which the withdrawal arrived.
alter table pqr_cases
  drop constraint pqr_cases_status_check,
  add constraint pqr_cases_status_check check (status in ('radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap', 'en_reposicion',
    'repuesta', 'confirmada', 'trasladada_sic', 'decidida_sic', 'cerrada', 'desistida')),
  drop constraint pqr_cases_closed_at_when_closed,
  add constraint pqr_cases_closed_at_when_closed check ((status in ('cerrada', 'desistida')) = (closed_at is not null)),
  add withdrawn_on date,
  add withdrawn_channel text check (withdrawn_channel in ('portal', 'web', 'telefono', 'oficina', 'correo', 'redes')),
  add constraint pqr_cases_withdrawn_has_day check ((status = 'desistida') = (withdrawn_on is not null)),
  add constraint pqr_cases_withdrawn_has_channel check ((withdrawn_on is null) = (withdrawn_channel is null));

alter table pqr_entries
  drop constraint pqr_entries_kind_check,
  add constraint pqr_entries_kind_check check (kind in ('filed', 'message', 'note', 'info_request', 'taken', 'assigned', 'classified', 'file',
    'extended', 'answered', 'silence', 'task_done', 'appealed', 'appeal_answered', 'window_closed', 'transferred', 'sic_decided', 'cun_set',
    'notified', 'delivered', 'closed', 'rated', 'visit', 'withdrawn')),
  drop constraint pqr_entries_from_status_check,
  add constraint pqr_entries_from_status_check check (from_status in ('radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap',
    'en_reposicion', 'repuesta', 'confirmada', 'trasladada_sic', 'decidida_sic', 'cerrada', 'desistida')),
  drop constraint pqr_entries_to_status_check,
  add constraint pqr_entries_to_status_check check (to_status in ('radicada', 'en_tramite', 'prorrogada', 'respondida', 'sap',
    'en_reposicion', 'repuesta', 'confirmada', 'trasladada_sic', 'decidida_sic', 'cerrada', 'desistida'));

-- A task that is not to be done any more, because the case was withdrawn: its `done_at` is the end of the task and not that of its work.
alter table pqr_tasks
  add is_stopped boolean not null default false,
  add constraint pqr_tasks_stopped_has_end check (not is_stopped or done_at is not null);
grant update (is_stopped) on pqr_tasks to enlace_app;

-- The open cases of a company in the order of the queue, with those that ended while a refund of an earlier answer is still a task.
drop index pqr_cases_open;
create index pqr_cases_open on pqr_cases (company_id, due_at, id desc) where closed_at is null or due_at is not null;

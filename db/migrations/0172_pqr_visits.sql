-- The visits that the desk asked for in a case. Their day, technician and state are those of the visit.
create table pqr_visits (
  company_id uuid not null default current_company() references companies (id),
  case_id uuid not null,
  visit_id uuid not null,
  primary key (company_id, case_id, visit_id),
  foreign key (company_id, case_id) references pqr_cases (company_id, id),
  foreign key (company_id, visit_id) references visits (company_id, id)
);
create index pqr_visits_visit on pqr_visits (company_id, visit_id);
select protect('pqr_visits', 'company_id', 'select, insert');
select append_only('pqr_visits');

alter table pqr_entries drop constraint pqr_entries_kind_check,
  add constraint pqr_entries_kind_check check (
    kind in (
      'filed', 'message', 'note', 'info_request', 'taken', 'assigned', 'classified', 'file', 'extended', 'answered', 'silence', 'task_done',
      'appealed', 'appeal_answered', 'window_closed', 'transferred', 'sic_decided', 'cun_set', 'notified', 'closed', 'rated', 'visit'
    )
  );

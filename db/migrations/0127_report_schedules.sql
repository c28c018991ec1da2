-- Reports that are sent by e-mail each week or month. `next_on` is the day of the next one: the job that writes the e-mails locks the
-- row and moves it, in one transaction, so each period is sent once.
create table report_schedules (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  report text not null check (
    report in ('facturacion', 'recaudo', 'cartera', 'iva', 'planes', 'clientes', 'pqr', 'actas', 't12', 't13', 'futic')
  ),
  every text not null check (every in ('week', 'month')),
  format text not null check (format in ('pdf', 'xlsx')),
  next_on date not null,
  last_on date,
  created_by text not null check (created_by <> ''),
  primary key (company_id, id)
);
create index report_schedules_due on report_schedules (next_on);
select protect('report_schedules', 'company_id', 'select, insert, delete');
grant update (next_on, last_on) on report_schedules to enlace_app;
grant select (company_id, id, next_on) on report_schedules to enlace_platform;

-- The users who receive it.
create table report_recipients (
  company_id uuid not null default current_company() references companies (id),
  schedule_id uuid not null,
  user_id uuid not null,
  primary key (company_id, schedule_id, user_id),
  constraint report_recipients_schedule_fkey foreign key (company_id, schedule_id) references report_schedules (company_id, id) on delete cascade,
  constraint report_recipients_user_fkey foreign key (company_id, user_id) references users (company_id, id)
);
select protect('report_recipients', 'company_id', 'select, insert, delete');

alter table messages drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('invoice', 'receipt', 'reminder', 'credit_note', 'visit', 'pqr', 'report'));

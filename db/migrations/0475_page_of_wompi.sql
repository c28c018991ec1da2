-- The page of Wompi, which a payment link opens with every method of the account, beside the methods that begin here.
alter table payment_attempts drop constraint payment_attempts_method_check,
  add constraint payment_attempts_method_check check (
    method in ('nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect', 'wompi_page'));
alter table payments drop constraint payments_method_check, drop constraint payments_online_has_attempt,
  add constraint payments_method_check check (
    method in ('efectivo', 'consignacion', 'transferencia', 'nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect', 'wompi_page')),
  add constraint payments_online_has_attempt check (
    (attempt_id is not null) = (method in ('nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect', 'wompi_page')));

-- The payment link, as Wompi named it: its transactions have a reference of Wompi's own, and this id. Null until Wompi answered.
alter table payment_attempts
  add column payment_link_id text check (payment_link_id <> ''),
  drop constraint payment_attempts_slip_expires,
  add constraint payment_attempts_expires check ((expires_at is not null) = (method in ('bancolombia_collect', 'wompi_page'))),
  add constraint payment_attempts_link_of_page check (payment_link_id is null or method = 'wompi_page');
create unique index payment_attempts_link on payment_attempts (company_id, payment_link_id) where payment_link_id is not null;
grant update (payment_link_id) on payment_attempts to enlace_app;

-- Whether the company offers that page: no list of Wompi has it, so a person decides.
alter table credentials add column has_page boolean not null default false;

-- Cash at a correspondent of Bancolombia, beside the other methods of the account at Wompi.
alter table payment_attempts drop constraint payment_attempts_method_check,
  add constraint payment_attempts_method_check check (
    method in ('nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect'));
alter table payments drop constraint payments_method_check, drop constraint payments_online_has_attempt,
  add constraint payments_method_check check (
    method in ('efectivo', 'consignacion', 'transferencia', 'nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect')),
  add constraint payments_online_has_attempt check (
    (attempt_id is not null) = (method in ('nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect')));
alter table credentials drop constraint credentials_methods_check,
  add constraint credentials_methods_check check (methods <@ array['nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect']);

-- The slip: what its payer says at the counter, as Wompi gave it, and the last instant to pay, as Wompi was asked.
alter table payment_attempts
  add column slip_agreement text check (slip_agreement <> ''),
  add column slip_intention text check (slip_intention <> ''),
  add column expires_at timestamptz,
  add constraint payment_attempts_slip_expires check ((expires_at is not null) = (method = 'bancolombia_collect')),
  add constraint payment_attempts_slip_is_whole check ((slip_agreement is null) = (slip_intention is null)),
  add constraint payment_attempts_slip_of_cash check (slip_agreement is null or method = 'bancolombia_collect');
grant update (slip_agreement, slip_intention) on payment_attempts to enlace_app;

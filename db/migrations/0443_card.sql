-- Cards, beside the other methods of the account at Wompi.
alter table payment_attempts drop constraint payment_attempts_method_check,
  add constraint payment_attempts_method_check check (method in ('nequi', 'pse', 'bancolombia_transfer', 'card'));
alter table payments drop constraint payments_method_check, drop constraint payments_online_has_attempt,
  add constraint payments_method_check check (
    method in ('efectivo', 'consignacion', 'transferencia', 'nequi', 'pse', 'bancolombia_transfer', 'card')),
  add constraint payments_online_has_attempt check (
    (attempt_id is not null) = (method in ('nequi', 'pse', 'bancolombia_transfer', 'card')));
alter table credentials drop constraint credentials_methods_check,
  add constraint credentials_methods_check check (methods <@ array['nequi', 'pse', 'bancolombia_transfer', 'card']);

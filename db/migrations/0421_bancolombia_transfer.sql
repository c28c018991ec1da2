-- The button of Bancolombia, beside Nequi and PSE.
alter table payment_attempts drop constraint payment_attempts_method_check,
  add constraint payment_attempts_method_check check (method in ('nequi', 'pse', 'bancolombia_transfer'));
alter table payments drop constraint payments_method_check, drop constraint payments_online_has_attempt,
  add constraint payments_method_check check (
    method in ('efectivo', 'consignacion', 'transferencia', 'nequi', 'pse', 'bancolombia_transfer')),
  add constraint payments_online_has_attempt check (
    (attempt_id is not null) = (method in ('nequi', 'pse', 'bancolombia_transfer')));

-- The methods of the account at Wompi, as Wompi last said. Null while it was not asked with these keys: Nequi and PSE are offered then.
alter table credentials add column methods text[] check (methods <@ array['nequi', 'pse', 'bancolombia_transfer']);

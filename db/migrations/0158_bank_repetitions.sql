-- A movement that another file or the desk registered already, and the payment that it repeats.
alter table bank_lines
  add column repeats_id uuid,
  add constraint bank_lines_repeats_fkey foreign key (company_id, repeats_id) references payments (company_id, id),
  drop constraint bank_lines_state_check,
  add constraint bank_lines_state_check
    check (state in ('certain', 'doubtful', 'unknown', 'ignored', 'repeated', 'paid')),
  add constraint bank_lines_repeated_has_payment check ((state = 'repeated') = (repeats_id is not null));
grant update (repeats_id) on bank_lines to enlace_app;

-- A file that was loaded for the wrong account is removed while nothing of it is paid, and loaded for the other one.
grant delete on bank_files, bank_lines to enlace_app;
alter table bank_files drop constraint bank_files_company_id_digest_key, add unique (company_id, account_id, digest);

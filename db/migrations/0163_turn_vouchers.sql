-- The voucher of a closed turn: what was paid out, deposited, missing or left over.
create table voucher_turns (
  company_id uuid not null default current_company() references companies (id),
  turn_id uuid not null,
  batch integer not null,
  -- Each turn is in one batch: the key refuses a second one.
  primary key (company_id, turn_id),
  constraint voucher_turns_batch_fkey foreign key (company_id, batch) references voucher_batches (company_id, number),
  constraint voucher_turns_turn_fkey foreign key (company_id, turn_id) references cash_turns (company_id, id)
);
create index voucher_turns_batch on voucher_turns (company_id, batch);
select protect('voucher_turns', 'company_id', 'select, insert');
select append_only('voucher_turns');
create index cash_turns_closed on cash_turns (company_id, closed_on) where closed_at is not null;

alter table chart_accounts
  drop constraint chart_accounts_use_check,
  add constraint chart_accounts_use_check check (
    use in (
      'clients', 'cash', 'bank', 'gateway', 'retefuente', 'reteiva', 'reteica', 'vat', 'advances', 'internet', 'other_income', 'returns',
      'rounding', 'petty_expense', 'cash_short', 'cash_over'
    )
  );

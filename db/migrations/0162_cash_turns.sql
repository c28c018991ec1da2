-- A turn of a person at a cash box: its base, the cash that came in and went out, the counts, and the closing.
create table cash_turns (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  number integer not null check (number > 0),
  account_id uuid not null,
  user_id uuid not null,
  -- By name as in the audit log.
  opened_by text not null check (opened_by <> ''),
  opened_on date not null,
  opened_at timestamptz not null default clock_timestamp(),
  base centavos not null check (base >= 0),
  closed_by text check (closed_by <> ''),
  closed_on date,
  closed_at timestamptz,
  counted centavos check (counted >= 0),
  -- Below zero when more cash went out than what the base and the payments brought in.
  expected centavos,
  reason text check (reason <> ''),
  primary key (company_id, id),
  unique (company_id, number),
  -- What belongs to a turn is of its account.
  unique (company_id, id, account_id),
  constraint cash_turns_account_fkey foreign key (company_id, account_id) references money_accounts (company_id, id),
  constraint cash_turns_user_fkey foreign key (company_id, user_id) references users (company_id, id),
  constraint cash_turns_closed_whole check (num_nulls(closed_by, closed_on, closed_at, counted, expected) in (0, 5)),
  constraint cash_turns_difference_has_reason check (counted is not distinct from expected or reason is not null)
);
create unique index cash_turns_open on cash_turns (company_id, user_id, account_id) where closed_at is null;
create index cash_turns_user on cash_turns (company_id, user_id, number);
create index cash_turns_opened on cash_turns (company_id, opened_on, number);
select protect('cash_turns', 'company_id', 'select, insert');
grant update (closed_by, closed_on, closed_at, counted, expected, reason) on cash_turns to enlace_app;

-- A turn is closed once, and a closed one never changes.
create function refuse_turn_change() returns trigger
  language plpgsql
  as $$
  begin
    if old.closed_at is not null then
      raise exception 'turn % is closed', old.number using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
create trigger closed_turn before update on cash_turns for each row execute function refuse_turn_change();
create trigger append_only before delete on cash_turns for each row execute function refuse_change();
create trigger append_only_truncate before truncate on cash_turns for each statement execute function refuse_change();

-- Cash that left the box and is no refund: a petty expense, or what was taken to the bank.
create table cash_movements (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  turn_id uuid not null,
  kind text not null check (kind in ('expense', 'deposit')),
  amount centavos not null check (amount > 0),
  on_day date not null,
  -- Why the money was paid out.
  reason text check (reason <> ''),
  -- The bank account that received the deposit, and the number of its slip.
  to_account_id uuid,
  reference text check (reference <> ''),
  registered_by text not null check (registered_by <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint cash_movements_turn_fkey foreign key (company_id, turn_id) references cash_turns (company_id, id),
  constraint cash_movements_to_account_fkey foreign key (company_id, to_account_id) references money_accounts (company_id, id),
  constraint cash_movements_expense_has_reason check ((kind = 'expense') = (reason is not null)),
  constraint cash_movements_deposit_has_account check ((kind = 'deposit') = (to_account_id is not null and reference is not null))
);
create index cash_movements_turn on cash_movements (company_id, turn_id, id);
select protect('cash_movements', 'company_id', 'select, insert');
select append_only('cash_movements');

-- What a person counted, before the expected amount was shown. Each count stays, also those that were repeated.
create table cash_counts (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  turn_id uuid not null,
  counted centavos not null check (counted >= 0),
  expected centavos not null,
  -- How many of each denomination, by its pesos; null when only the total was typed.
  denominations jsonb,
  counted_by text not null check (counted_by <> ''),
  counted_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  constraint cash_counts_turn_fkey foreign key (company_id, turn_id) references cash_turns (company_id, id)
);
create index cash_counts_turn on cash_counts (company_id, turn_id, id);
select protect('cash_counts', 'company_id', 'select, insert');
select append_only('cash_counts');

-- Whether cash is received only in an open turn; without a row it is not.
create table cash_settings (
  company_id uuid not null default current_company() references companies (id),
  requires_turn boolean not null,
  primary key (company_id)
);
select protect('cash_settings', 'company_id', 'select, insert, update');

-- The turn of the cash of a payment or a refund, of the same account; of a reversal, the turn in which the cash is paid back.
alter table payments
  add column turn_id uuid,
  add constraint payments_turn_fkey foreign key (company_id, turn_id, account_id) references cash_turns (company_id, id, account_id),
  add constraint payments_turn_of_cash check (turn_id is null or (method = 'efectivo' and account_id is not null));
create index payments_turn on payments (company_id, turn_id, id) where turn_id is not null;
alter table credit_refunds
  add column turn_id uuid,
  add constraint credit_refunds_turn_fkey foreign key (company_id, turn_id, account_id) references cash_turns (company_id, id, account_id),
  add constraint credit_refunds_turn_of_cash check (turn_id is null or (method = 'efectivo' and account_id is not null));
create index credit_refunds_turn on credit_refunds (company_id, turn_id, id) where turn_id is not null;
alter table payment_reversals
  add column turn_id uuid,
  add constraint payment_reversals_turn_fkey foreign key (company_id, turn_id) references cash_turns (company_id, id);
create index payment_reversals_turn on payment_reversals (company_id, turn_id) where turn_id is not null;

-- The second guard after the lock of the verbs: nothing enters a closed turn, also when a statement forgets to lock it.
create function refuse_closed_turn() returns trigger
  language plpgsql
  as $$
  begin
    perform from cash_turns t where t.company_id = new.company_id and t.id = new.turn_id and t.closed_at is null for share;
    if not found then
      raise exception 'the turn is closed' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$;
create trigger open_turn before insert on payments for each row when (new.turn_id is not null) execute function refuse_closed_turn();
create trigger open_turn before insert on credit_refunds for each row when (new.turn_id is not null) execute function refuse_closed_turn();
create trigger open_turn before insert on payment_reversals for each row when (new.turn_id is not null) execute function refuse_closed_turn();
create trigger open_turn before insert on cash_movements for each row execute function refuse_closed_turn();
create trigger open_turn before insert on cash_counts for each row execute function refuse_closed_turn();

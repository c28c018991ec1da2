-- A closed turn makes a voucher for each day on which money left its box, and its difference is of the day of its closing: an expense of
-- the last day of a month is of that month. `is_whole`: of before, one voucher of all that the turn paid out, on the day of its closing.
alter table voucher_turns add column day date, add column is_whole boolean not null default false;
alter table voucher_turns disable trigger user;
update voucher_turns v set day = t.closed_on, is_whole = true
from cash_turns t where t.company_id = v.company_id and t.id = v.turn_id;
alter table voucher_turns enable trigger user;
alter table voucher_turns alter column day set not null, drop constraint voucher_turns_pkey,
  add constraint voucher_turns_pkey primary key (company_id, turn_id, day);

-- Two vouchers of one turn have two numbers.
alter table voucher_numbers drop constraint voucher_numbers_kind_check,
  add constraint voucher_numbers_kind_check
    check (kind in ('invoice', 'note', 'receipt', 'reversal', 'refund', 'use', 'adjustment', 'turn'));
insert into voucher_numbers (company_id, kind, number, batch, key)
select v.company_id, 'turn', t.number, v.batch, 'turn ' || v.turn_id || ' ' || v.day
from voucher_turns v join cash_turns t on t.company_id = v.company_id and t.id = v.turn_id;

-- What the turn before counted when it closed the same cash box, and why a turn began with another amount. Null for the first turn of a
-- box, for one that was opened while another turn of the box was open, and for the turns from before this column.
alter table cash_turns
  add column previous_counted centavos,
  add column base_reason text constraint cash_turns_base_reason check (base_reason <> ''),
  add constraint cash_turns_base_difference_has_reason check (
    (previous_counted is not null and previous_counted <> base) = (base_reason is not null)
  );
-- The last closed turn of a box.
create index cash_turns_of_account on cash_turns (company_id, account_id, closed_at desc) where closed_at is not null;
create index cash_turns_open_of_account on cash_turns (company_id, account_id) where closed_at is null;

-- Whether the cash of a reversed payment left the box of `turn_id`. A payment that never existed leaves nothing: its reversal is named in
-- the turn and does not change what must be in the box.
alter table payment_reversals add column left_box boolean not null default true;

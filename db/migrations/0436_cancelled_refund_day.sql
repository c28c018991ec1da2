-- A signed contract that is cancelled before its installation is paid back by a day, as one that is retracted (docs/decisions/0074).
alter table contracts drop constraint contracts_retraction_is_complete;
alter table contracts add constraint contracts_retraction_is_complete check (
  ((retracted_on is null) = (retraction_channel is null)) and (retracted_on is null or refund_by is not null)
) not valid;
alter table contracts validate constraint contracts_retraction_is_complete;
alter table contracts add constraint contracts_refunded_is_cancelled check (refund_by is null or status = 'cancelled') not valid;
alter table contracts validate constraint contracts_refunded_is_cancelled;

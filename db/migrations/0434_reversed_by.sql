-- Who reversed a payment: a turn of the cash desk names who took money out of the box. Null in reversals from before this column.
alter table payment_reversals add column registered_by text;

-- A check over two columns has a name that says the rule.
alter table day_totals rename constraint day_totals_amount_check to day_totals_invoiced_amount_not_negative;

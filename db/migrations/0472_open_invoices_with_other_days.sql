-- The open invoices with another day than their last day to pay: that of an extended part, or of a payment agreement. They are few. The reports
-- of the debt add the open invoices by their last day to pay alone, and read from this index what of these few is owed otherwise.
create index invoices_open_other_days on invoices (company_id, client_id, plan, contract_id, last_payable_on)
  include (balance, disputed_amount, extended_amount, extended_to_on, agreed_to_on)
  where balance > 0 and (extended_to_on is not null or agreed_to_on is not null);

-- The payments whose entries are on another day than the payment: the received book goes by the day of the entries.
create index payments_posted_on on payments (company_id, posted_on, id) where posted_on is not null;

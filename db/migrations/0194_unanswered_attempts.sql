-- Whether the provider never said what became of an attempt that was sent: its payer may be charged. An expired attempt without it was
-- never sent, or the provider said that it has no such transaction.
alter table payment_attempts add column is_unanswered boolean not null default false;
update payment_attempts a set is_unanswered = true
from payment_cases c where c.company_id = a.company_id and c.attempt_id = a.id and c.kind = 'given_up' and a.status = 'expired';
grant update (is_unanswered) on payment_attempts to enlace_app;

-- Counts the unverified events of a company in a day, each time one more arrives.
create index provider_events_unverified on provider_events (company_id, received_at) where verdict = 'unverified';

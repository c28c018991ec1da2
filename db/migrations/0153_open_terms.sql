-- The terms of reconnection are watched for every company that has one that runs, also without a policy of suspension.
grant select (company_id, reconnected_at) on reconnection_terms to enlace_platform;

-- The worker that ends late promises and agreements asks once which companies have any.
grant select (company_id, outcome, until_on) on payment_promises to enlace_platform;
grant select (company_id, outcome) on payment_agreements to enlace_platform;

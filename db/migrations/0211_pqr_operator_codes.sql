-- The SIC gives each operator its own code: a company is refused the code, or a CUN, that another company has (src/server/pqr/cun.ts).
grant select (company_id, operator_code) on pqr_ranges to enlace_platform;

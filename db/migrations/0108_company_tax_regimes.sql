-- The tax regime of a company by the day on which it begins. Without a row a company is responsible for VAT, and neither
-- a self-withholder nor of the simple regime. What was invoiced before a day keeps the regime of its day.
create table company_tax_regimes (
  company_id uuid not null default current_company() references companies (id),
  from_on date not null,
  is_vat_responsible boolean not null,
  is_self_withholder boolean not null,
  is_simple_regime boolean not null,
  set_by text not null constraint company_tax_regimes_author check (set_by <> ''),
  set_at timestamptz not null default clock_timestamp(),
  primary key (company_id, from_on)
);
select protect('company_tax_regimes', 'company_id', 'select, insert, update');

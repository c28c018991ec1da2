-- The certificate of what a client withheld (R1.12). It arrives after the payment, and the receipt is never changed: a row of its own.
create table withholding_certificates (
  company_id uuid not null default current_company() references companies (id),
  payment_id uuid not null,
  number text not null check (number <> ''),
  issued_on date,
  constraint withholding_certificates_pkey primary key (company_id, payment_id),
  constraint withholding_certificates_payment_fkey foreign key (company_id, payment_id) references payments (company_id, id)
);
select protect('withholding_certificates', 'company_id', 'select, insert, update');
-- The payments with withholdings, to find those without a certificate.
create index payments_withheld on payments (company_id, id) where retefuente + reteiva + reteica > 0;

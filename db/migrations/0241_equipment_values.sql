-- What a client pays for lent equipment that is not returned, by its kind (R2.21): the values of a company today, and those of a version
-- of a contract, which are the ones of its signature. Null: no value.
create table equipment_values (
  company_id uuid not null default current_company() references companies (id),
  onu centavos check (onu > 0),
  router centavos check (router > 0),
  antena centavos check (antena > 0),
  decodificador centavos check (decodificador > 0),
  otro centavos check (otro > 0),
  updated_at timestamptz not null default now(),
  primary key (company_id)
);
select protect('equipment_values', 'company_id', 'select, insert, update');

create table contract_equipment_values (
  company_id uuid not null default current_company() references companies (id),
  contract_id uuid not null,
  version int not null,
  onu centavos check (onu > 0),
  router centavos check (router > 0),
  antena centavos check (antena > 0),
  decodificador centavos check (decodificador > 0),
  otro centavos check (otro > 0),
  primary key (company_id, contract_id, version),
  foreign key (company_id, contract_id, version) references contract_versions (company_id, contract_id, version)
);
select protect('contract_equipment_values', 'company_id', 'select, insert');
select append_only('contract_equipment_values');

-- The charges apart from the plan that a version of a contract states: those of its signature (R2.10). A later change of the defaults of
-- the company does not change what a signed contract says.
create table contract_charges (
  company_id uuid not null default current_company() references companies (id),
  contract_id uuid not null,
  version int not null,
  reconnection_cost centavos not null check (reconnection_cost >= 0),
  transfer_cost centavos not null check (transfer_cost >= 0),
  technical_visit_cost centavos not null check (technical_visit_cost >= 0),
  additional_cable_cost centavos not null check (additional_cable_cost >= 0),
  primary key (company_id, contract_id, version),
  foreign key (company_id, contract_id, version) references contract_versions (company_id, contract_id, version)
);
select protect('contract_charges', 'company_id', 'select, insert');
select append_only('contract_charges');

-- Versions of before have their charges in their text only: they keep those that the company charges today.
insert into contract_charges (company_id, contract_id, version, reconnection_cost, transfer_cost, technical_visit_cost, additional_cable_cost)
select v.company_id, v.contract_id, max(v.version), coalesce(d.reconnection_cost, 0), coalesce(d.transfer_cost, 0),
  coalesce(d.technical_visit_cost, 0), coalesce(d.additional_cable_cost, 0)
from contract_versions v left join contract_defaults d on d.company_id = v.company_id
group by v.company_id, v.contract_id, d.company_id, d.reconnection_cost, d.transfer_cost, d.technical_visit_cost, d.additional_cable_cost;

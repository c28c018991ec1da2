-- The texts of a contract that were in force, each kept for ever (CON-04, R2.20): the one that was signed, and one for each later change
-- of its plan, place or holder. `text` has the whole contract; its digest is also in the event of the change, which is sealed.
create table contract_versions (
  company_id uuid not null default current_company() references companies (id),
  contract_id uuid not null,
  version integer not null check (version > 0),
  reason text not null check (reason in ('signature', 'plan_change', 'transfer', 'cession')),
  -- The first day on which it is in force.
  from_on date not null,
  -- How it was accepted: signed in the portal, at the desk or with the link of an email; or requested by the client at the desk.
  channel text not null check (channel in ('portal', 'desk', 'link')),
  accepted_by text not null check (accepted_by <> ''),
  -- The proof of the signature; null for a change without a signature.
  signature_id uuid,
  text text not null check (text <> ''),
  text_hash bytea not null check (length(text_hash) = 32),
  made_at timestamptz not null default clock_timestamp(),
  primary key (company_id, contract_id, version),
  foreign key (company_id, contract_id) references contracts (company_id, id),
  foreign key (company_id, signature_id) references contract_signatures (company_id, id)
);
select protect('contract_versions', 'company_id', 'select, insert');
select append_only('contract_versions');

-- The signatures so far are the first version of their contracts. Its event has the role that registered it.
insert into contract_versions (company_id, contract_id, version, reason, from_on, channel, accepted_by, signature_id, text, text_hash, made_at)
select s.company_id, s.contract_id, 1, 'signature', (s.signed_at at time zone 'America/Bogota')::date,
  case when e.actor_role = 'client' then 'portal' else 'desk' end, s.name, s.id, s.text, s.text_hash, s.signed_at
from contract_signatures s
left join lateral (
  select actor_role from events e
  where e.company_id = s.company_id and e.entity_id = s.contract_id::text and e.name = 'contract.signed' limit 1
) e on true;

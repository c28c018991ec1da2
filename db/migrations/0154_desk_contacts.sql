-- A contact about a debt that a person of the desk made: it counts for the frequency of Ley 2300 as a sent message does.
create table desk_contacts (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  client_id uuid not null,
  channel text not null check (channel in ('call', 'sms', 'whatsapp')),
  contacted_at timestamptz not null,
  -- Why the law did not allow a contact that had already been made; null: it was allowed.
  fault text check (fault in ('not_authorised', 'hours', 'once_a_day', 'one_channel')),
  made_by text not null check (made_by <> ''),
  primary key (company_id, id),
  foreign key (company_id, client_id) references clients (company_id, id)
);
create index desk_contacts_client on desk_contacts (company_id, client_id, contacted_at);
select protect('desk_contacts', 'company_id', 'select, insert');
select append_only('desk_contacts');
grant select (company_id, client_id, channel, contacted_at) on desk_contacts to enlace_platform;

-- The notices that the desk gave before this table have a day and no hour.
insert into desk_contacts (company_id, client_id, channel, contacted_at, made_by)
select n.company_id, c.client_id, n.channel, (n.given_on + time '12:00') at time zone 'America/Bogota', n.given_by
from collection_notices n join contracts c on c.company_id = n.company_id and c.id = n.contract_id
where n.channel in ('call', 'sms', 'whatsapp');

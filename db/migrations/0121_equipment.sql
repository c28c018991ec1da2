-- The stock of equipment of a company: each piece with its place, and every place that it had.
create table equipment (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('onu', 'router', 'antena', 'decodificador', 'otro')),
  brand text not null check (brand <> ''),
  model text check (model <> ''),
  -- In capitals, without blanks.
  serial text check (serial ~ '^[A-Z0-9][A-Z0-9./-]{2,39}$'),
  -- 'AA:BB:CC:00:11:22'.
  mac text check (mac ~ '^([0-9A-F]{2}:){5}[0-9A-F]{2}$'),
  -- Lent to the client for the time of the contract, or sold.
  property text not null check (property in ('comodato', 'vendido')),
  state text not null default 'in_store' check (state in ('in_store', 'assigned', 'at_client', 'returned', 'damaged', 'lost')),
  -- The technician who has it, and the contract at whose address it is installed: one place at a time.
  technician_id uuid,
  contract_id uuid,
  -- Of a piece that is lent to a contract with an end: the day after it. Null when there is nothing to pick up.
  pick_up_from date,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_technician_id_fkey foreign key (company_id, technician_id) references users (company_id, id),
  constraint equipment_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  constraint equipment_has_technician check ((state = 'assigned') = (technician_id is not null)),
  constraint equipment_has_contract check ((state = 'at_client') = (contract_id is not null)),
  constraint equipment_picked_up_from_client check (pick_up_from is null or (contract_id is not null and property = 'comodato'))
);
create unique index equipment_serial on equipment (company_id, serial) where serial is not null;
create unique index equipment_mac on equipment (company_id, mac) where mac is not null;
create index equipment_without_serial on equipment (company_id, id) where serial is null;
create index equipment_state on equipment (company_id, state, id);
create index equipment_contract on equipment (company_id, contract_id) where contract_id is not null;
create index equipment_to_pick_up on equipment (company_id, pick_up_from, id) where pick_up_from is not null;
create index equipment_technician on equipment (company_id, technician_id) where technician_id is not null;
select protect('equipment', 'company_id', 'select, insert, update');

create table equipment_moves (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  equipment_id uuid not null,
  -- Null for the first place.
  from_state text check (from_state in ('in_store', 'assigned', 'at_client', 'returned', 'damaged', 'lost')),
  to_state text not null check (to_state in ('in_store', 'assigned', 'at_client', 'returned', 'damaged', 'lost')),
  technician_id uuid,
  -- Where it was installed, or from where it came back.
  contract_id uuid,
  -- The installation report of the move.
  report_id uuid,
  note text check (note <> ''),
  actor_name text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint equipment_moves_equipment_id_fkey foreign key (company_id, equipment_id) references equipment (company_id, id),
  constraint equipment_moves_technician_id_fkey foreign key (company_id, technician_id) references users (company_id, id),
  constraint equipment_moves_contract_id_fkey foreign key (company_id, contract_id) references contracts (company_id, id),
  -- Checked at the end of the transaction: the report is inserted after its effects, because the row of its number is locked last.
  constraint equipment_moves_report_id_fkey foreign key (company_id, report_id) references installation_reports (company_id, id)
    deferrable initially deferred
);
create index equipment_moves_equipment on equipment_moves (company_id, equipment_id, id);
select protect('equipment_moves', 'company_id', 'select, insert');
select append_only('equipment_moves');

-- What the report says was installed and taken back, as it was signed. Null when it says nothing.
alter table installation_reports add column equipment_moves jsonb;

-- The limit that a massive run is compared with: the same month by one set-based statement for each company, in tables of its
-- own with the same keys, and none of what makes it a product: no rules, no journal, no events, no row-level security.
create schema raw;
create table raw.company (id uuid primary key, last bigint not null default 0);
create table raw.client (company_id uuid, id uuid, name text not null, identification text not null, address text not null, primary key (company_id, id));
create table raw.contract (
  company_id uuid, id uuid, client_id uuid not null, plan_name text not null, price bigint not null,
  vat_bps int not null, is_active boolean not null, primary key (company_id, id),
  foreign key (company_id, client_id) references raw.client
);
create table raw.invoice (
  company_id uuid not null references raw.company, id uuid not null, number bigint not null, client_id uuid not null,
  contract_id uuid not null, period text not null, issued_on date not null, due_on date not null, client_name text not null,
  client_identification text not null, client_address text not null, subtotal bigint not null, vat bigint not null,
  total bigint not null, balance bigint not null, created_at timestamptz not null default now(),
  primary key (company_id, id), unique (company_id, number), unique (company_id, contract_id, period),
  foreign key (company_id, client_id) references raw.client, foreign key (company_id, contract_id) references raw.contract
);
create index on raw.invoice (company_id, client_id, id);
create table raw.line (
  company_id uuid not null, invoice_id uuid not null, position smallint not null, description text not null, quantity int not null,
  base bigint not null, vat_bps int not null, vat bigint not null, primary key (company_id, invoice_id, position),
  foreign key (company_id, invoice_id) references raw.invoice
);
insert into raw.company select id from companies where kind = 'provider';
insert into raw.client select company_id, id, name, identification, address from clients;
insert into raw.contract
select c.company_id, c.id, c.client_id, t.plan_name, t.price, case when c.stratum >= 4 or c.segment = 'business' then 1900 else 0 end, true
from contracts c join contract_terms t on t.company_id = c.company_id and t.contract_id = c.id;
analyze raw.company, raw.client, raw.contract;

-- One month of every company, durably, in one transaction: gapless numbers, and the same line an invoice as the other side.
create procedure raw.bill(month text, day date) language sql as $$
  with held as (select id, last from raw.company order by id for update),
  source as (
    select c.*, k.name, k.identification, k.address, gen_random_uuid() as invoice_id,
      h.last + row_number() over (partition by c.company_id order by c.id) as number,
      round(c.price * c.vat_bps / 10000.0)::bigint as vat
    from raw.contract c join held h on h.id = c.company_id
    join raw.client k on k.company_id = c.company_id and k.id = c.client_id
    where c.is_active
  ),
  posted as (
    insert into raw.invoice (company_id, id, number, client_id, contract_id, period, issued_on, due_on, client_name,
      client_identification, client_address, subtotal, vat, total, balance)
    select company_id, invoice_id, number, client_id, id, month, day, day + 10, name, identification, address, price, vat,
      price + vat, price + vat from source
  ),
  written as (
    insert into raw.line (company_id, invoice_id, position, description, quantity, base, vat_bps, vat)
    select company_id, invoice_id, 1, plan_name, 1, price, vat_bps, vat from source
  )
  update raw.company c set last = c.last + n.count from (select company_id, count(*) as count from source group by 1) n where n.company_id = c.id
$$;

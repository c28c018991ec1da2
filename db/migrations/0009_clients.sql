-- Who the company bills. Each client is also a user, whose first name of entry is the identification number.
create extension if not exists pg_trgm;

-- A company has a business name and no last one.
alter table users drop constraint users_last_name_check;

-- Text as a search compares it: without case and without accents. Immutable, so that it can be stored and indexed.
create function folded(value text) returns text
  language sql immutable parallel safe strict
  as $$ select translate(lower(value), 'áàäâãéèëêíìïîóòöôõúùüûñçÁÀÄÂÃÉÈËÊÍÌÏÎÓÒÖÔÕÚÙÜÛÑÇ', 'aaaaaeeeeiiiiooooouuuuncaaaaaeeeeiiiiooooouuuunc') $$;

create table clients (
  company_id uuid not null default current_company() references companies (id),
  id uuid not null default uuid_v7(),
  user_id uuid not null,
  type_identification text not null check (type_identification in ('CC', 'CE', 'NIT', 'TI', 'PPT', 'PEP', 'PA')),
  identification text not null check (identification <> ''),
  first_name text,
  second_name text,
  last_name text,
  second_lastname text,
  business_name text,
  -- The whole name, as lists show it and as the search reads it.
  name text not null generated always as (
    coalesce(
      business_name,
      coalesce(first_name, '') || coalesce(' ' || second_name, '') || coalesce(' ' || last_name, '') || coalesce(' ' || second_lastname, '')
    )
  ) stored,
  email text check (email = lower(email)),
  phone text check (phone ~ '^3\d{9}$'),
  telephone text check (telephone ~ '^60[1245678]\d{7}$'),
  -- The use of the service, asked and never guessed from the estrato: it decides the VAT.
  segment text not null default 'residential' check (segment in ('residential', 'business')),
  stratum integer check (stratum between 1 and 6),
  address text not null check (address <> ''),
  department text not null check (department <> ''),
  city text not null check (city <> ''),
  -- DANE's five digits for department and municipality.
  municipality_code text not null check (municipality_code ~ '^\d{5}$'),
  nacionality text,
  date_contract date,
  -- The day of the month on which the client pays.
  payment_date integer check (payment_date between 1 and 31),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (
    folded(
      coalesce(
        business_name,
        coalesce(first_name, '') || coalesce(' ' || second_name, '') || coalesce(' ' || last_name, '') || coalesce(' ' || second_lastname, '')
      ) || ' ' || identification || coalesce(' ' || phone, '') || coalesce(' ' || email, '')
    )
  ) stored,
  primary key (company_id, id),
  unique (company_id, identification),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id),
  check (business_name is not null or (first_name is not null and last_name is not null))
);
create index clients_search on clients using gin (search gin_trgm_ops);
select protect('clients');

-- The clients of a company whose name, document, phone or e-mail carries every word of a text. Definer: below a policy the
-- planner does not use the trigram index, because `like` is not leakproof. The company is inside, out of the caller's reach.
create function search_clients(words text) returns table (client_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.id from clients c
    where c.company_id = (select current_company())
      and c.search like all (
        select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
        from unnest(string_to_array(folded(words), ' ')) word where word <> ''
      )
  $$;

-- Which of these sign-in names somebody on the platform has. Definer, because the directory of names is the platform's.
create function taken_usernames(names text[]) returns table (username text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select u.username from usernames u where u.username = any (names) $$;

do $$
begin
  grant create on schema public to enlace_search, enlace_platform;
  alter function search_clients(text) owner to enlace_search;
  alter function taken_usernames(text[]) owner to enlace_platform;
  revoke create on schema public from enlace_search, enlace_platform;
end $$;
grant select on clients to enlace_search;
revoke execute on function search_clients(text), taken_usernames(text[]) from public;
grant execute on function search_clients(text), taken_usernames(text[]) to enlace_app;

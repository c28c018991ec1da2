-- A search, filters and order of a list with a name: of one user, or shared with the company.
create table list_views (
  company_id uuid not null default current_company() references companies,
  id uuid not null,
  user_id uuid not null,
  list text not null check (list ~ '^[a-z]{1,30}$'),
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) <= 1000),
  is_shared boolean not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  constraint list_views_user_id_fkey foreign key (company_id, user_id) references users (company_id, id)
);
create unique index list_views_name on list_views (company_id, list, user_id, lower(name));
select protect('list_views', 'company_id', 'select, insert, delete');

-- The saved view with which a list opens, by user and list. A rename writes the view again with its id, so the view is looked for when
-- the transaction ends.
create table default_views (
  company_id uuid not null default current_company() references companies,
  user_id uuid not null,
  list text not null check (list ~ '^[a-z]{1,30}$'),
  view_id uuid not null,
  primary key (company_id, user_id, list),
  constraint default_views_user_id_fkey foreign key (company_id, user_id) references users (company_id, id),
  constraint default_views_view_id_fkey foreign key (company_id, view_id) references list_views (company_id, id)
    deferrable initially deferred
);
create index default_views_view on default_views (company_id, view_id);
select protect('default_views', 'company_id', 'select, insert, delete');

-- Whether the service of a plan is sold in a package with others, as the formats of the regulator separate it. No plan was until now.
alter table plans add column is_packaged boolean not null default false;

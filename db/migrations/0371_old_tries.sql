-- The tries of the orders to the network are deleted by the sweep after 90 days (TRY_DAYS), by the role of the platform alone. They are
-- never changed, and a newer one is never deleted.
drop trigger append_only on network_tries;
create trigger append_only before update on network_tries for each row execute function refuse_change();
create trigger kept before delete on network_tries for each row when (old.at > now() - interval '90 days') execute function refuse_change();
grant select (company_id, id, order_id, outcome, at), delete on network_tries to enlace_platform;
grant select (id) on network_orders to enlace_platform;
-- What carried an order out is its last try, which is kept: the sweep reads the others.
create index network_tries_old on network_tries (at) where outcome not in ('applied', 'unchanged');

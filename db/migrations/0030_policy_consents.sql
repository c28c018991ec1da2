-- The clients that accepted the data policy at their first login, before that acceptance was also written to the consents. The table
-- has had one version of the texts.
insert into consents (company_id, client_id, purpose, is_granted, text_version, channel, actor_name, said_at)
select k.company_id, k.id, 'data', true, '2026-11', 'portal', u.first_name || ' ' || u.last_name, u.data_policy_accepted_at
from users u join clients k on k.company_id = u.company_id and k.user_id = u.id
where u.data_policy_accepted_at is not null and not exists (
  select from consents c where c.company_id = k.company_id and c.client_id = k.id and c.purpose = 'data'
);

-- The instant at which the company marked that the bureau knows of a dispute, in the order of the ids: a claim after it, also on that day,
-- needs another notification.
alter table bureau_cases
  add column dispute_notified_id uuid,
  add constraint bureau_cases_dispute_notified_id check (dispute_notified_id is null or dispute_notified_on is not null);
grant update (dispute_notified_id) on bureau_cases to enlace_app;

-- The instants of all additions to a dispute, where raised_id has the last one: the days to notify the bureau count from the first one that it
-- does not know of.
alter table disputes add raised_ids uuid[] not null default '{}';
update disputes set raised_ids = array[raised_id] where raised_id is not null;

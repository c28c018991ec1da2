-- The notice before a report also on paper, and the claim of a debt that is reported already.
alter table bureau_notices
  alter column message_id drop not null,
  -- On paper: the day on which it was handed over to be carried, its text, and the number of its guide.
  add column paper_on date,
  add column paper_text text check (paper_text <> ''),
  add column paper_guide text check (paper_guide <> ''),
  add constraint bureau_notices_one_channel check (
    (message_id is null) = (paper_on is not null) and (paper_on is null) = (paper_text is null)
    and (paper_guide is null or paper_on is not null));

-- The last day on which the company notified the bureau that a reported debt is in dispute.
alter table bureau_cases
  add column dispute_notified_on date,
  add column dispute_notified_by text check (dispute_notified_by <> ''),
  add constraint bureau_cases_dispute_notified check ((dispute_notified_on is null) = (dispute_notified_by is null)),
  add constraint bureau_cases_dispute_was_reported check (dispute_notified_on is null or dispute_notified_on >= reported_on);
grant update (dispute_notified_on, dispute_notified_by) on bureau_cases to enlace_app;

-- The check of the hours of a place has the name of its rule.
alter table outage_places rename constraint outage_places_check to outage_places_end_after_start;

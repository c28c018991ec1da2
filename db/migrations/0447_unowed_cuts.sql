-- A cut whose debt turned out not to have been owed: its reconnection is not charged, and what was charged of it was given back.
alter table suspension_intervals add column is_unowed boolean not null default false;

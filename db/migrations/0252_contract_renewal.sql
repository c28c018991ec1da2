-- Whether the client accepted at the signature that the contract renews by itself (R2.19). Before this column every signed text had the box
-- ticked, and the box could not be unticked.
alter table contracts add column accepts_renewal boolean not null default true;

-- A user name is unique in its company. Unique on the platform, it showed one company which documents are clients of another. The
-- login finds the accounts of a name in every company, and the password decides among them (docs/decisions/0027).
drop trigger register_username on users;
drop function register_username();
drop function taken_usernames(text[]);
drop table usernames;

create unique index users_company_username on users (company_id, username);
create index users_username on users (username);

-- While this lasts no code and no link is sent: the company changed the address of the account.
alter table users add column recovery_held_until timestamptz;

-- A new address of a user counts when the link that was sent to it is opened.
alter table recovery_codes drop constraint recovery_codes_kind_check;
alter table recovery_codes add constraint recovery_codes_kind_check check (kind in ('code', 'link', 'email'));
drop index recovery_codes_link;
create unique index recovery_codes_link on recovery_codes (secret_hash) where kind in ('link', 'email');

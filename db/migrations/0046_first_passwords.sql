-- When the user got the first password, which expires for a superadmin. Another first password begins the time again.
alter table users add column first_password_at timestamptz not null default now();

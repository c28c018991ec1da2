-- The notices of collections that may go by text message; all of them until the company chooses.
alter table sms_accounts add column notices text[] not null default '{reminder,notice,cut,reconnected}',
  add constraint sms_accounts_notices_check check (notices <@ array['reminder', 'notice', 'cut', 'reconnected']);

-- When a claimed message was handed over to the mail server or to Meta. One that was not cannot have arrived: it is sent again.
alter table messages add column handed_at timestamptz;
update messages set handed_at = claimed_at where status = 'sending';
grant update (handed_at) on messages to enlace_app;
grant update (handed_at) on messages to enlace_platform;

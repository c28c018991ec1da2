-- A consent that the client gives with its signature in the link of a mail: neither in the portal nor at the desk.
alter table consents drop constraint consents_channel_check,
  add constraint consents_channel_check check (channel in ('desk', 'portal', 'link', 'whatsapp'));

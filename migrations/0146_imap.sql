-- E-mail sources whose messages are fetched from a mailbox (IMAP). They have no address of ours, and a password.

alter table source
  drop constraint source_mail_name,
  add constraint source_mail_name check (kind <> 'email' or settings -> 'email' ->> 'way' = 'imap' or settings ->> 'mail_name' is not null),
  -- sealed; null without a mailbox, and after an import without secrets
  add column mail_password bytea,
  add constraint source_mail_password check (mail_password is null or settings -> 'email' ->> 'way' = 'imap');

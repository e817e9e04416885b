-- After a restore from a backup no webhook sends anything until the operator says so.
alter table webhook drop constraint webhook_pause_reason_check,
  add constraint webhook_pause_reason_check check (pause_reason in ('person', 'gone', 'failing', 'restore'));

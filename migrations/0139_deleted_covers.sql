-- A cover of another server whose copy an editor deleted with its uses: articles show none, and it is not fetched again.
alter table remote_image drop constraint remote_image_state_check,
  add constraint remote_image_state_check
    check (state in ('waiting', 'cached', 'failed', 'gone', 'deleted')),
  add constraint remote_image_deleted_check check (state <> 'deleted' or media_id is null);

-- `scheduled` and `publish_at` imply each other, and what was never public has no state of something public. What breaks this
-- today kept a schedule that nobody saw: an article that was taken back, or a published one with edits for later.
update article set state = 'draft' where id is null and state = 'unpublished';
update article set state = case when id is null then 'draft' else 'unpublished' end
  where state = 'scheduled' and publish_at is null;
update article set publish_at = null where state <> 'scheduled' and publish_at is not null;

delete from job where kind = 'articles.publish' and not exists (
  select from article where state = 'scheduled' and site_id || ':' || uid = job.key);
delete from job_lane lane where kind = 'articles.publish' and claim is null and not exists (
  select from job where job.kind = lane.kind and job.key = lane.key);

alter table article
  add constraint article_schedule check ((state = 'scheduled') = (publish_at is not null)),
  add constraint article_public_id check (id is not null or state not in ('published', 'unpublished'));

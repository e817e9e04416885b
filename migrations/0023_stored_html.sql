-- Embeds of tweets were saved unsanitised, and some players and addresses got past their checks. What is stored is sanitised
-- again by the queue, site by site (features/publication/stored-html.ts).
insert into job_lane (kind, key, next_at) select 'publication.sanitize', id::text, now() from site;
insert into job (kind, key, payload, run_at)
select 'publication.sanitize', id::text, jsonb_build_object('site_id', id, 'step', 'revisions', 'after', ''), now() from site;

-- A deleted author is no longer an author of new articles.
create function leave_sources() returns trigger language plpgsql as $$
begin
  update source set author_ids = array_remove(author_ids, old.id)
  where site_id = old.site_id and old.id = any(author_ids);
  return null;
end
$$;
create trigger author_deleted after delete on author for each row execute function leave_sources();

update source set author_ids = array(
  select author.id from unnest(author_ids) with ordinality as named (id, place)
  join author on author.site_id = source.site_id and author.id = named.id order by place)
where author_ids <> '{}';

-- What the editors' list of articles is read from: an index for each order, the transaction that last changed an
-- article, and the words of its working copy. Triggers keep the last two, whichever way an article is written.

drop index article_recent;
create index article_updated on article (site_id, updated_at desc, uid desc) where deleted_at is null;
create index article_created on article (site_id, created_at desc, uid desc) where deleted_at is null;
-- when it was published, or is to be; what never was comes last
create index article_published on article (site_id, coalesce(publish_at, published_at, '-infinity') desc, uid desc) where deleted_at is null;
create index article_title on article (site_id, lower(left(title, 200)), uid) where deleted_at is null;
create index article_state on article (site_id, state, updated_at desc, uid desc) where deleted_at is null;

-- A list that is read as of a snapshot leaves out what was changed by transactions that the snapshot does not show.
create table article_change (
  site_id bigint not null,
  uid uuid not null,
  changed_in xid8 not null,
  primary key (site_id, uid),
  foreign key (site_id, uid) references article on delete cascade
);
create index article_change_recent on article_change (site_id, changed_in);
insert into article_change select site_id, uid, pg_current_xact_id() from article;

create function record_article_changes() returns trigger language plpgsql as $$
begin
  insert into article_change select site_id, uid, pg_current_xact_id() from changed
  on conflict (site_id, uid) do update set changed_in = excluded.changed_in
  where article_change.changed_in <> excluded.changed_in;
  return null;
end $$;
create trigger article_inserted after insert on article
  referencing new table as changed for each statement execute function record_article_changes();
create trigger article_updated after update on article
  referencing new table as changed for each statement execute function record_article_changes();

-- Words of text: in lower case, without accents and signs. A tsvector takes 1 MB at most.
create function text_words(given text) returns text language sql immutable strict parallel safe
return regexp_replace(
  lower(regexp_replace(normalize(left(given, 100000), NFKD), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]]+', ' ', 'g');

-- A title, B tags, C summary, D body.
create function article_words_of(written jsonb) returns tsvector language sql immutable strict parallel safe
return
  setweight(to_tsvector('simple', text_words(written ->> 'title')), 'A')
  || setweight(to_tsvector('simple', text_words(coalesce(written ->> 'tags', ''))), 'B')
  || setweight(to_tsvector('simple', text_words(coalesce(written ->> 'summary', ''))), 'C')
  || to_tsvector('simple', text_words(regexp_replace(left(coalesce(written ->> 'body', ''), 400000), '<[^<>]*>|&[#a-z0-9]+;', ' ', 'gi')));

create table article_words (
  site_id bigint not null,
  uid uuid not null,
  tsv tsvector not null,
  primary key (site_id, uid),
  foreign key (site_id, uid) references article on delete cascade
);
insert into article_words select site_id, uid, coalesce(article_words_of(written), '') from article;
create index article_words_tsv on article_words using gin (site_id, tsv);

create function add_article_words() returns trigger language plpgsql as $$
begin
  insert into article_words select site_id, uid, coalesce(article_words_of(written), '') from added;
  return null;
end $$;
create function change_article_words() returns trigger language plpgsql as $$
begin
  update article_words set tsv = coalesce(article_words_of(new.written), '') where site_id = new.site_id and uid = new.uid;
  return null;
end $$;
create trigger article_words_added after insert on article
  referencing new table as added for each statement execute function add_article_words();
create trigger article_words_changed after update of written on article
  for each row when (old.written is distinct from new.written) execute function change_article_words();

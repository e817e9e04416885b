-- expand: new columns, null until a document is packed; a program that does not know them leaves them stale, and the hash shows that
-- The document as it is sent with gzip (docs/decisions/067), and the `doc_hash` of the text that it was made of.
alter table published_article add column packed bytea;
alter table published_article add column packed_hash text;
-- It is compressed already.
alter table published_article alter column packed set storage external;
create index published_article_unpacked on published_article (site_id, id) where packed_hash is distinct from doc_hash;

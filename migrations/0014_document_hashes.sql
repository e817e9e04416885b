-- What a document is called where it is kept in memory and where an answer's entity tag is made of its documents: the same
-- for the same text, and made in one place, whoever writes the row.
alter table published_article add doc_hash text not null generated always as (md5(doc)) stored;

-- The authors of a page are read from this index alone, without the rows of the table and whatever the statistics say.

create index published_article_author_named on published_article_author (site_id, id, author_id);
drop index published_article_author_article;

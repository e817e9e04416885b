-- A replay goes through the events article by article: without this index each part of it read all events of the site.
create index article_event_article on article_event (site_id, article_id, content_version);

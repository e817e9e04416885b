-- Which articles an issue and a container hold, and how articles are liked.
--
-- A list names articles by their public id, published or not: what is served is decided where it is read. Its members go
-- with the list and with the article.

create table issue_article (
  site_id bigint not null,
  issue_id bigint not null,
  article_id bigint not null,
  position integer not null,
  primary key (site_id, issue_id, article_id),
  foreign key (site_id, issue_id) references issue on delete cascade,
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);
create index issue_article_article on issue_article (site_id, article_id);

create table featured_item_container_article (
  site_id bigint not null,
  featured_item_container_id bigint not null,
  article_id bigint not null,
  position integer not null,
  primary key (site_id, featured_item_container_id, article_id),
  foreign key (site_id, featured_item_container_id) references featured_item_container on delete cascade,
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);
create index featured_item_container_article_article on featured_item_container_article (site_id, article_id);

-- Counters change often and by many at once: a row of its own each, so that nothing else is locked for them.
create table article_like (
  site_id bigint not null,
  article_id bigint not null,
  upvotes integer not null check (upvotes >= 0),
  downvotes integer not null check (downvotes >= 0),
  primary key (site_id, article_id),
  foreign key (site_id, article_id) references article (site_id, id) on delete cascade
);

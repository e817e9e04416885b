-- expand: two new tables
-- Which author a person writes as: new articles begin with this byline. An invitation says it beforehand; without an author, one with the
-- person's name is found or made when it is accepted.

create table person_byline (
  person_id bigint not null references person on delete cascade,
  site_id bigint not null,
  author_id bigint not null,
  primary key (person_id, site_id),
  foreign key (site_id, author_id) references author on delete cascade
);
create index person_byline_author on person_byline (site_id, author_id);

create table invitation_byline (
  invitation_id bigint not null references invitation on delete cascade,
  site_id bigint not null references site on delete cascade,
  author_id bigint,
  primary key (invitation_id, site_id),
  foreign key (site_id, author_id) references author on delete cascade
);
create index invitation_byline_author on invitation_byline (site_id, author_id);

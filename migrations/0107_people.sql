-- People, their roles, and what they sign in with. Sessions, invitations and links to a new password are stored as hashes of
-- their tokens.
create sequence person_id;
create table person (
  id bigint primary key default nextval('person_id'),
  -- lower case
  email text not null unique,
  name text not null,
  -- argon2id; null: signs in in other ways
  password_hash text,
  language text not null default 'en',
  theme text not null default 'system',
  shortcuts boolean not null default true,
  -- made by the demo: does not close setup
  is_demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen_at timestamptz
);

create table person_role (
  person_id bigint not null references person on delete cascade,
  -- null: all sites
  site_id bigint references site on delete cascade,
  role text not null check (role in ('owner', 'editor', 'author', 'analyst')),
  unique nulls not distinct (person_id, site_id)
);
create index person_role_site on person_role (site_id, person_id);

create table session (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  person_id bigint not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- when the password was last given
  confirmed_at timestamptz not null default now(),
  address text not null,
  user_agent text not null
);
create index session_person on session (person_id);
create index session_last_seen on session (last_seen_at);
create index session_age on session (created_at);

-- Failed attempts to sign in, and those that are being checked.
create table sign_in_attempt (
  id bigint primary key generated always as identity,
  network text not null,
  -- the SHA-256 of what was given as the account
  account bytea not null,
  at timestamptz not null default now()
);
create index sign_in_attempt_network on sign_in_attempt (network, at);
create index sign_in_attempt_age on sign_in_attempt (at);

create table invitation (
  id bigint primary key generated always as identity,
  token_hash bytea not null unique,
  email text not null,
  created_by text not null,
  -- the person or key that made it; deleting that one deletes the invitation
  person_id bigint references person on delete cascade,
  api_key_id bigint references api_key on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitation_age on invitation (expires_at);
create index invitation_person on invitation (person_id);
create index invitation_api_key on invitation (api_key_id);
create table invitation_role (
  invitation_id bigint not null references invitation on delete cascade,
  site_id bigint references site on delete cascade,
  role text not null check (role in ('owner', 'editor', 'author', 'analyst')),
  unique nulls not distinct (invitation_id, site_id)
);
create index invitation_role_site on invitation_role (site_id);

-- A link to a new password; one for each person.
create table password_reset (
  person_id bigint primary key references person on delete cascade,
  token_hash bytea not null unique,
  created_by text not null,
  created_by_person bigint references person on delete cascade,
  created_by_key bigint references api_key on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_reset_age on password_reset (expires_at);
create index password_reset_person on password_reset (created_by_person);
create index password_reset_key on password_reset (created_by_key);

-- The code that the first person shows. One row until then.
create table setup (
  only_row boolean primary key default true check (only_row),
  code text not null
);

-- Who created an article, as in its revisions: authors edit their own.
alter table article add created_by text;

-- Ways to sign in beside the password: passkeys, and identities at an OpenID Connect provider.

-- What an authenticator stores as the account: random, so that it says nothing about the person.
alter table person add user_handle uuid not null default gen_random_uuid();

create table passkey (
  id bigint primary key generated always as identity,
  person_id bigint not null references person on delete cascade,
  credential_id bytea not null unique,
  -- in COSE's encoding
  public_key bytea not null,
  -- how often it was used, as the authenticator counts; always 0 where it does not count
  sign_count bigint not null,
  -- how the authenticator is reached: usb, nfc, ble, internal, …
  transports text[] not null,
  -- the host that it was made for: it works nowhere else
  rp_id text not null,
  name text not null,
  -- stored with the person's account at a vendor, so that several devices have it
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- when the counter went back: there are two copies of the key, and neither signs in any more
  copied_at timestamptz
);
create index passkey_person on passkey (person_id);

create table identity (
  id bigint primary key generated always as identity,
  person_id bigint not null references person on delete cascade,
  issuer text not null,
  -- the person's id at the issuer
  subject text not null,
  -- as the provider named it last; to show
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identity_person on identity (person_id);

-- What a browser has to answer, once and soon.
create table sign_in_challenge (
  -- the SHA-256 of the challenge of a passkey, or of the state of OpenID Connect
  hash bytea primary key,
  method text not null check (method in ('passkey', 'oidc')),
  purpose text not null check (purpose in ('sign_in', 'confirm', 'add')),
  network text not null,
  -- the page that asked
  origin text not null,
  -- whose session confirms or adds
  person_id bigint references person on delete cascade,
  session_id bigint references session on delete cascade,
  -- the SHA-256 of the e-mail address that was given with a passkey
  account bytea,
  -- the SHA-256 of the browser's cookie
  browser bytea,
  -- the SHA-256 of the token of the invitation to accept
  invitation bytea,
  -- the path that the browser is sent to afterwards
  return_to text,
  created_at timestamptz not null default now()
);
create index sign_in_challenge_network on sign_in_challenge (network, created_at);
create index sign_in_challenge_age on sign_in_challenge (created_at);
create index sign_in_challenge_person on sign_in_challenge (person_id);
create index sign_in_challenge_session on sign_in_challenge (session_id);

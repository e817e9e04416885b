-- Accounts in social networks, and what may be asked of the networks with them.

create sequence network_account_id;

create table network_account (
  site_id bigint not null references site,
  id bigint not null,
  network text not null check (network in ('x', 'mastodon')),
  name text not null,
  -- of Mastodon: the host that is asked
  server text,
  -- sealed; null for what a network shows to everyone
  token bytea,
  -- when the token stops to work; null: unknown
  expires_at timestamptz,
  -- of X: what may be spent in a calendar month (UTC), in cents
  monthly_cap integer check (monthly_cap >= 0),
  state text not null default 'ok' check (state in ('ok', 'expired', 'invalid', 'locked', 'permission_missing', 'quota')),
  state_since timestamptz not null default now(),
  -- the first refusal that may be a passing one
  doubted_at timestamptz,
  last_ok_at timestamptz,
  -- code, message, details, at
  last_error jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  constraint network_account_server check ((network = 'mastodon') = (server is not null)),
  constraint network_account_cap check ((network = 'x') = (monthly_cap is not null))
);

-- Requests and money that were reserved, before the network was asked: a crash wastes some, and nothing exceeds the ceiling.
create table network_budget (
  -- a token (hashed), a server, or the money of an account
  key text not null,
  bucket text not null,
  -- requests, or millionths of a dollar
  used bigint not null,
  ceiling bigint not null,
  resets_at timestamptz not null,
  primary key (key, bucket)
);
create index network_budget_age on network_budget (resets_at);

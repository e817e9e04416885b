-- Accounts that were connected at their networks, and the consents that are being asked for.

alter table network_account
  -- how it got its token: pasted by a person, or by the consent of a person at the network
  add column way text not null default 'token' check (way in ('token', 'oauth')),
  -- sealed: renews the token; null if the network gave none
  add column refresh_token bytea,
  -- of a token that is renewed: when it ends, and when it is due to be renewed
  add column token_until timestamptz,
  add column renew_at timestamptz,
  -- refused or failed renewals since the last one that succeeded
  add column renew_failures integer not null default 0,
  -- the first refusal of them that may be a passing one
  add column renew_doubted_at timestamptz,
  -- one renewal at a time, over all processes
  add column renewing_until timestamptz,
  -- whom the network counts requests by, where tokens change: `user:` or `client:` and an id
  add column caller text,
  -- the name of the account in its network
  add column connected_as text;
create index network_account_renewals on network_account (renew_at) where renew_at is not null;

-- A person is at the network, or has come back and must choose among several accounts. For ten minutes.
create table network_authorization (
  site_id bigint not null references site on delete cascade,
  id bigint not null generated always as identity,
  -- of the state; once the person is back, of the token of the choice
  hash bytea not null unique,
  session_id bigint not null references session on delete cascade,
  network text not null,
  -- the fields of the account that is made; the id of the one that is connected again
  fields jsonb not null,
  account_id bigint,
  return_to text not null,
  -- sealed: the verifier of PKCE and the client that asks; the tokens that were given
  proof bytea not null,
  tokens bytea,
  -- what there is to choose: external_id and name
  choices jsonb,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (site_id, id)
);
create index network_authorization_age on network_authorization (created_at);
create index network_authorization_session on network_authorization (session_id);

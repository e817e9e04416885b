-- Networks whose accounts sign in with a password: the tokens of the session that they got.

alter table network_account
  -- sealed; null without one
  add column session bytea;

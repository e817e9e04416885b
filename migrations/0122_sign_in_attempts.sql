-- Counts an attempt to sign in, in one round trip. Returns its id, -1 when the account has too many of this network, and -2 when the
-- network has. Each statement has a snapshot of its own, so that attempts made at once are counted once the lock is there.
create function begin_sign_in_attempt(
  of_network text, on_account bytea, most_of_network integer, network_window interval, most_on_account integer, account_window interval
) returns bigint language plpgsql as $$
declare
  network_count bigint;
  account_count bigint;
  attempt bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || of_network, 0));
  select count(*), count(*) filter (where account = on_account and at > now() - account_window)
    into network_count, account_count
    from sign_in_attempt where network = of_network and at > now() - network_window;
  if account_count >= most_on_account then
    return -1;
  end if;
  if network_count >= most_of_network then
    return -2;
  end if;
  insert into sign_in_attempt (network, account) values (of_network, on_account) returning id into attempt;
  return attempt;
end $$;

-- Ids beyond 2^53 - 1 are not exact in JSON readers. An import may bring the largest one; then no further id can be drawn.
create or replace function draw_id(numbers regclass, brought bigint) returns bigint language plpgsql as $$
declare
  gate constant bigint := hashtextextended('draw_id:' || numbers::text, 0);
  drawn bigint;
begin
  if brought is null then
    perform pg_advisory_lock_shared(gate);
    drawn := nextval(numbers);
    perform pg_advisory_unlock_shared(gate);
    if drawn > 9007199254740991 then
      raise exception 'no % is left', numbers using errcode = 'sequence_generator_limit_exceeded';
    end if;
    return drawn;
  end if;
  perform pg_advisory_lock(gate);
  if brought > coalesce(pg_sequence_last_value(numbers), 0) then
    perform setval(numbers, brought);
  end if;
  perform pg_advisory_unlock(gate);
  return brought;
end
$$;

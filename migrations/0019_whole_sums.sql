-- The sum of whole numbers as one of them. PostgreSQL's own is numeric, which is dear where each user of a batch has several;
-- what does not fit is an error here as well.
create aggregate whole_sum(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);

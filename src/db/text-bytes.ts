import { sql } from 'kysely';

/**
 * The length of the article text in the column `written`. If its compressed size is small, that size is used: the text is then
 * at most 90 times as long, and reading it would cost more than the exact length is worth.
 */
export const textBytes = sql`
  case when pg_column_size(written) < 8000 then pg_column_size(written) else octet_length(written::text) end`;

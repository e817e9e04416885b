import { sql } from 'kysely';

/**
 * The length of the article text in the column `written`. Of a compressed text that is short the length is not worth reading it:
 * it is at most 90 times as long.
 */
export const textBytes = sql`
  case when pg_column_size(written) < 8000 then pg_column_size(written) else octet_length(written::text) end`;

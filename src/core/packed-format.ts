/** The format of packed rollups and followers; every packed row names its format. */
import { unavailable } from './errors.ts';

/** Raised by a change of the packing, together with a migration that marks all days stale and packs the followers again. */
export const PACKED_FORMAT = 1;

/** Bytes of another format would be read as wrong figures without any error. */
export function requirePackedFormat(rows: { format: number }[]): void {
  const other = rows.find(({ format }) => format !== PACKED_FORMAT);
  if (!other) return;
  throw unavailable(
    `The figures of this campaign are stored in format ${other.format}, and this version of Masthead knows format ${PACKED_FORMAT}. Run the version that wrote them.`,
  );
}

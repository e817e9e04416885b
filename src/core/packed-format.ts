/** The format of packed rollups and followers. A migration that changes how they are packed raises it and marks all days stale. */
export const PACKED_FORMAT = 1;

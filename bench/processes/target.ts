/** The requests of a load generator, and its results. */

export interface Target {
  url: string;
  /** The server's process id. */
  pid: number;
  paths: string[];
  headers?: Record<string, string>;
  status: number;
  /** Body length; null where it varies. */
  length: number | null;
  connections: number;
  /** Its PostgreSQL, when that CPU time counts too. */
  postmaster?: number;
  /** Stops after this many requests. */
  most?: number;
}

export interface Done {
  requests: number;
  seconds: number;
  wrong?: number;
  p50?: number | null;
  p99?: number | null;
}

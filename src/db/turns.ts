/**
 * Connections of a pool in turn: whoever has waited longest gets the next free one. The pool of `pg` makes the request that finds
 * all connections busy wait for the new connection that it opens, which takes longer than waiting for a busy one
 * (docs/decisions/058).
 */
import type pg from 'pg';

export interface Turns {
  /** A connection; `giveBack` it. Rejects after the time that the pool has for connecting. */
  take(): Promise<pg.PoolClient>;
  giveBack(client: pg.PoolClient): void;
  readonly waiting: number;
}

interface Waiter {
  resolve(client: pg.PoolClient): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
}

/** The words of `pg`, which db/passing.ts knows. */
export const TIMED_OUT = 'timeout exceeded when trying to connect';

export function newTurns(pool: pg.Pool): Turns {
  const { max, connectionTimeoutMillis: patience } = pool.options;
  /** In the order of their coming; a `Set` forgets those whose time is up without moving the others. */
  const waiters = new Set<Waiter>();
  /** Connections with waiters, idle ones on their way to one, and new ones that are being opened. */
  const count = { taken: 0, claimed: 0, opening: 0 };
  /** Since the last connection arrived. */
  const failures: unknown[] = [];

  /** A free connection, or an opening one, is on its way for each waiter while there is room. */
  function fetch(): void {
    while (count.claimed < waiters.size) {
      if (pool.idleCount > count.claimed) connect('claimed');
      else if (count.claimed + count.opening < waiters.size && used() < max) connect('opening');
      else return;
    }
  }

  const used = () => count.taken + count.claimed + count.opening;

  function connect(as: 'claimed' | 'opening'): void {
    count[as] += 1;
    pool.connect().then(
      (client) => arrived(as, client),
      (error) => failed(as, error),
    );
  }

  /** The waiter that came first gets the connection that arrives first. */
  function arrived(as: 'claimed' | 'opening', client: pg.PoolClient): void {
    count[as] -= 1;
    failures.length = 0;
    const next = leave();
    if (next) {
      count.taken += 1;
      next.resolve(client);
    } else client.release();
  }

  /** While other connections work, or may still arrive, the waiters get those. Otherwise each failure is one waiter's. */
  function failed(as: 'claimed' | 'opening', error: unknown): void {
    count[as] -= 1;
    failures.push(error);
    if (used() > 0 && !pool.ending) return;
    for (const failure of failures.splice(0)) leave()?.reject(failure);
    fetch();
  }

  function leave(waiter: Waiter | undefined = waiters.values().next().value): Waiter | undefined {
    if (!waiter) return undefined;
    waiters.delete(waiter);
    clearTimeout(waiter.timer);
    return waiter;
  }

  return {
    take: () =>
      new Promise((resolve, reject) => {
        const timer = patience ? setTimeout(() => leave(waiter)?.reject(new Error(TIMED_OUT)), patience) : undefined;
        const waiter: Waiter = { resolve, reject, timer };
        waiters.add(waiter);
        fetch();
      }),
    giveBack(client) {
      count.taken -= 1;
      client.release();
      fetch();
    },
    get waiting() {
      return waiters.size;
    },
  };
}

import type { Static } from 'typebox';
import type { NetworkAccount } from '../../contract/network-account.ts';
import type { manageApi } from '../../contract/routes.ts';
import type { Db } from '../../db/connect.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Handlers, Versioned } from '../handler.ts';
import { callerKey, moneyKey } from './budget.ts';
import { createAccount, deleteAccount, type Sealing } from './commands.ts';
import { namesOf } from './names.ts';
import { networkAccount } from './present.ts';
import {
  type AccountRow,
  accountById,
  accountCount,
  accountPage,
  type BudgetRow,
  budgetsOf,
  sourcesOfAccounts,
} from './queries.ts';
import { refuseServer, type Servers } from './servers.ts';

const PAGE_SIZE = 20;

export interface AccountSecrets extends Sealing {
  open(sealed: Buffer): string;
}

/** The routes that ask no network; the others are in src/intake. */
export function manageNetworkAccounts(
  secrets: AccountSecrets,
  servers: Servers,
): Pick<Handlers<typeof manageApi.networkAccounts>, 'list' | 'create' | 'read' | 'remove'> {
  const shown = shownAccount(secrets);
  return {
    async list(db, { site, now, query: { count = PAGE_SIZE, page = 1 } }) {
      const rows = await accountPage(db, site.id, count, (page - 1) * count);
      const total_count = await accountCount(db, site.id);
      return {
        network_accounts: await shownAccounts(db, secrets, site.id, rows, now),
        meta: { total_count, count: rows.length },
      };
    },
    async create(db, asked) {
      refuseServer(asked.body, servers);
      return shown(db, await createAccount(db, secrets, asked, asked.body), asked.now);
    },
    async read(db, { site, params, now }) {
      return shown(db, await accountById(db, site.id, params.id), now);
    },
    async remove(db, asked) {
      await deleteAccount(db, asked, asked.params.id);
      return undefined;
    },
  };
}

export const shownAccount = (secrets: AccountSecrets) => async (db: Db | Tx, row: AccountRow, now: Date) => {
  const [one] = await shownAccounts(db, secrets, row.site_id, [row], now);
  return new Versioned({ network_account: one as Wire }, row.version); // one row
};

type Wire = Static<typeof NetworkAccount>;

async function shownAccounts(
  db: Db | Tx,
  { open }: AccountSecrets,
  siteId: number,
  rows: AccountRow[],
  now: Date,
): Promise<Wire[]> {
  const keysOf = (row: AccountRow) => [moneyKey(row), callerKey(row, row.token && open(row.token))];
  const budgets = await spentBy(db, rows.flatMap(keysOf));
  const ids = rows.map(({ id }) => id);
  const sources = await sourcesOfAccounts(db, siteId, ids);
  return rows.map((row) => {
    const keys = keysOf(row);
    const around = {
      budgets: budgets.filter(({ key }) => keys.includes(key)),
      sources: sources.filter(({ account_id }) => account_id === row.id),
    };
    return networkAccount(row, around, now);
  });
}

/** Requests, money, and names. */
const spentBy = async (db: Db | Tx, keys: string[]): Promise<BudgetRow[]> => [
  ...(await budgetsOf(db, keys)),
  ...(await namesOf(db, keys)),
];

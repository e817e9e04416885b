/** The sites that a command works on, in the name of the operator. */
import { commandLine } from '../core/rights.ts';
import type { Db } from '../db/connect.ts';
import { noSuchSite, type Site } from '../db/site-lock.ts';
import { siteById, sitePage } from '../features/sites/queries.ts';
import { idArgument } from './command.ts';

/** Rows of a list that a command prints. */
export const MOST_LISTED = 10_000;

/** No `ifMatch`: the operator means the present version. */
export interface OperatorRequest {
  site: Site;
  caller: typeof commandLine;
  ifMatch: undefined;
}

export async function asOperator(db: Db, siteId: number): Promise<OperatorRequest> {
  const site = await siteById(db, siteId);
  if (!site) throw noSuchSite();
  return { site, caller: commandLine, ifMatch: undefined };
}

/** The site of `--site`, or all. */
export async function listedSites(db: Db, site: string | undefined): Promise<Site[]> {
  if (site === undefined) return sitePage(db, 'all', MOST_LISTED, 0);
  return [(await asOperator(db, idArgument(site, '--site'))).site];
}

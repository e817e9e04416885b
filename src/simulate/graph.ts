/**
 * The Graph API under /graph, for Instagram and Facebook. It has what a connector stumbles over: pages that are short or empty and go on,
 * a cursor that is the same on every page, errors with status 400, usage in percent, and missing fields.
 */
import { type Answer, type Asked, HTML } from './answer.ts';
import { answerFacebook } from './facebook.ts';
import { type GraphAsked, graphError, tokenError } from './graph-errors.ts';
import { answerInstagram, isInstagram } from './instagram.ts';
import { tokenOf } from './oauth.ts';
import {
  callerOf,
  countAbove,
  type FaultKind,
  faultOfToken,
  holderOf,
  type NetworkName,
  userId,
  type World,
} from './world.ts';

const HOUR = 3_600_000;
const WINDOWS = { instagram: 24 * HOUR, facebook: HOUR };
const RATE_CODES = { instagram: 80002, facebook: 4 };

export function answerGraph(world: World, asked: Asked): Answer {
  const [, version, path = '/'] = /^\/(v\d+\.\d+)(\/.*)?$/.exec(asked.path) ?? [];
  if (!version) return graphError(2500, 'Unknown path components');
  // As a header or as a parameter.
  const token = asked.token || (asked.query.get('access_token') ?? '');
  const given: GraphAsked = { ...asked, path, token, fields: asked.query.get('fields') ?? '' };
  if (token === '') return tokenError(190, undefined, 'An access token is required to request this resource.');
  const name = isInstagram(world, given) ? 'instagram' : 'facebook';
  const percent = usage(world, name, token);
  const headers = usageHeaders(world, name, given, percent);
  const over = () => faultOfToken(world, name, path, token, 'expired');
  const fault = percent > 100 ? 'rate_limited' : over();
  if (!fault && path === '/me/accounts') return { ...pagesOf(world, given), headers: headers ?? {} };
  const answer = () => (name === 'instagram' ? answerInstagram(world, given) : answerFacebook(world, given));
  const answered = fault ? faulty(fault, name, answer) : answer();
  return { ...answered, headers: { ...headers, ...answered.headers } };
}

/** Requests of the last hour or day, in percent of what is allowed. */
function usage(world: World, name: 'instagram' | 'facebook', token: string): number {
  const network = world.networks[name];
  const now = world.clock.now();
  const times = (network.times.get(callerOf(token)) ?? []).filter((at) => at > now - WINDOWS[name]);
  times.push(now);
  network.times.set(callerOf(token), times);
  if (times.length > (network.limits.calls ?? 1)) countAbove(world, network, 'calls');
  return (times.length / (network.limits.calls ?? 1)) * 100;
}

/** What people administer: one page, or two, each with a professional account of Instagram; `kaisa_k` has none. */
const PAGES: Record<string, string[]> = { pilot_matti: ['harbour_office'], kaisa_k: [] };

function pagesOf(world: World, { token, fields }: GraphAsked): Answer {
  const holder = holderOf(token);
  if (!holder) return tokenError(190, undefined, 'Invalid OAuth access token.');
  const pages = PAGES[holder.user] ?? ['harbour_office', 'seal_watch'];
  const data = pages.map((page) => ({
    ...{ id: userId(page), name: `${page} (simulated)` },
    ...(fields.includes('access_token') ? { access_token: tokenOf(world, 'facebook', page, 0) } : {}),
    ...(fields.includes('instagram_business_account')
      ? { instagram_business_account: { id: userId(page), username: page } }
      : {}),
  }));
  return { status: 200, body: { data, paging: { cursors: { before: 'a', after: 'b' } } } };
}

/** An absent header does not say that nothing was used. */
function usageHeaders(world: World, name: NetworkName, { path, query }: GraphAsked, percent: number) {
  const count = Math.floor(percent);
  const counted = { call_count: count, total_cputime: Math.floor(count / 2), total_time: Math.floor(count / 2) };
  if (world.networks[name].switches.no_usage_headers) return undefined;
  if (name === 'facebook') return { 'x-app-usage': JSON.stringify(counted) };
  const regain = { estimated_time_to_regain_access: percent > 100 ? 30 : 0 };
  const [, id = ''] = /^\/(\d+)/.exec(path) ?? [];
  const used = { [query.get('user_id') ?? id]: [{ type: 'instagram', ...counted, ...regain }] };
  return { 'x-business-use-case-usage': JSON.stringify(used) };
}

function faulty(kind: FaultKind, name: 'instagram' | 'facebook', answer: () => Answer): Answer {
  const known = FAULTS[kind];
  if (known) return known();
  switch (kind) {
    case 'rate_limited':
      return graphError(RATE_CODES[name], 'There have been too many calls.');
    case 'html':
      return HTML;
    case 'cut':
      return { ...answer(), isCut: true };
    case 'empty':
      return { status: 200, body: { data: [] } };
    default:
      return { ...graphError(2, 'An unexpected error has occurred. Please retry.', undefined, true), status: 500 };
  }
}

const FAULTS: Partial<Record<FaultKind, () => Answer>> = {
  unauthorized: () => tokenError(190, undefined, 'Invalid OAuth access token.'),
  expired: () => tokenError(190, 463, 'Session has expired on Sunday, 01-Mar-26 10:00:00 PST.'),
  password_changed: () => tokenError(190, 460, 'The session was invalidated because the user changed the password.'),
  checkpoint: () => tokenError(190, 459, 'The user must log in at the network.'),
  removed: () => tokenError(190, 458, 'The user has not authorized the application.'),
  logged_out: () => tokenError(190, 467, 'The session is invalid because the user logged out.'),
  session: () => tokenError(102, undefined, 'The session key is invalid or no longer valid.'),
  locked: () => graphError(368, 'The action attempted has been deemed abusive or is otherwise disallowed.'),
  forbidden: () => graphError(10, 'The application does not have permission for this action.'),
};

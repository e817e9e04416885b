import { Link } from 'wouter';
import type { AuditEntry } from '../../../src/sdk/client.ts';
import { useSites } from '../../api/queries.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { AUDIT, articleAddress, personAddress } from '../../shell/addresses.ts';
import { usePerson } from '../../shell/context.ts';
import { Fields } from './fields.tsx';
import { searchText } from './search.ts';
import { useAuditWords } from './words.ts';
import type { AuditWords } from './words-en.ts';

/** One change in a line; the values before and after open below it. */
export function EntryRow({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords();
  const times = useOwnTimes();
  const { at, address, title, noun_id } = entry;
  const what = whatOf(entry, words);
  return (
    <li>
      <details className="audit-entry">
        <summary>
          <span className="audit-at">{times.moment(at)}</span>
          <span className="audit-who">{whoOf(entry, words)}</span>
          <span className="audit-what">
            {what} {(title ?? noun_id) && <strong>{title ?? noun_id}</strong>}
          </span>
          <span className="note">{address ?? words.noAddress}</span>
        </summary>
        <Details entry={entry} />
      </details>
    </li>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords();
  const { before, after, counts, request_id, noun, noun_id } = entry;
  const page = pageOf(entry);
  const sites = useSiteNames(entry);
  return (
    <div className="audit-details">
      <Fields after={after} before={before} />
      {counts && <p className="note">{`${words.counts}: ${countsText(counts)}`}</p>}
      {sites && <p className="note">{`${words.sites}: ${sites}`}</p>}
      {request_id && <p className="note">{`${words.request} ${request_id}`}</p>}
      <p className="sheet-actions">
        {page && (
          <Link className="button" href={page}>
            {words.nouns[noun as keyof typeof words.nouns]}
          </Link>
        )}
        {noun_id && (
          <Link className="button" href={AUDIT + searchText({ noun, id: noun_id })}>
            {words.history}
          </Link>
        )}
      </p>
    </div>
  );
}

function whoOf({ actor_kind, actor_name }: AuditEntry, words: AuditWords): string {
  return actor_name ?? words.actors[actor_kind];
}

/** `Changed: person` */
function whatOf({ action, noun }: AuditEntry, words: AuditWords): string {
  // A newer service may have actions that this page does not know.
  const done = words.actions[action as keyof typeof words.actions] ?? action;
  const thing = words.nouns[noun as keyof typeof words.nouns] ?? noun;
  return noun === 'session' ? done : `${done}: ${thing.toLowerCase()}`;
}

/** Where it can be opened, unless it was deleted. */
function pageOf({ noun, noun_id, site_ids: [site, other], action }: AuditEntry): string | null {
  if (noun_id === null || action === 'delete') return null;
  if (noun === 'person') return personAddress(Number(noun_id));
  return noun === 'article' && site !== undefined && other === undefined ? articleAddress(site, noun_id) : null;
}

function useSiteNames({ site_ids, all_sites }: AuditEntry): string {
  const words = useAuditWords();
  const { data = [] } = useSites(usePerson());
  if (all_sites) return words.allSites;
  return site_ids.map((id) => data.find((site) => site.id === id)?.name ?? words.otherSite(id)).join(', ');
}

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

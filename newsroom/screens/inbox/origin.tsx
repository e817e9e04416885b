/** Where an article comes from, what became of others of the same sender, and what to look at before a decision. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import type { OpenItem } from './queue.ts';
import { senderOf } from './sender.ts';
import { UpstreamButton } from './upstream-button.tsx';
import { useInboxWords } from './words.ts';

export function Origin({ item }: { item: OpenItem }) {
  const { from, kinds, original } = useInboxWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  const { source, item: entry, article } = item;
  const mail = entry?.mail;
  const form = entry?.submission;
  return (
    <dl className="inbox-facts">
      <Fact label={from.source}>
        {source ? (
          <>
            {kinds[source.kind]} · <Link href={nounAddress(site.id, 'sources', source.id)}>{source.name}</Link>
          </>
        ) : (
          from.direct
        )}
      </Fact>
      {mail && <Fact label={from.sender}>{senderOf(mail.from_name, mail.from_address) || from.noAuthor}</Fact>}
      {form && <Fact label={from.sender}>{senderOf(form.name, form.email) || from.noAuthor}</Fact>}
      {source ? (
        <Fact label={from.author}>{article.author_credit || from.noAuthor}</Fact>
      ) : (
        <Fact label={from.submitted}>{item.created_by_name ?? from.byKey}</Fact>
      )}
      <Fact label={from.seen}>{times.moment(entry?.seen_at ?? item.updated_at)}</Fact>
      {article.url && (
        <Fact label={from.page}>
          <a href={article.url} rel="noreferrer" target="_blank">
            {original} <Icon name="external" size={13} />
          </a>
        </Fact>
      )}
      <Fact label={from.why}>{entry?.reason ?? (source ? from.waits : from.submission)}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Earlier({ item: { sender } }: { item: OpenItem }) {
  const { earlier, tabs, from } = useInboxWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  if (!sender) return <p className="inbox-earlier note">{earlier.unknown}</p>;
  const counts = [
    sender.published > 0 && earlier.published(sender.published),
    sender.rejected > 0 && earlier.rejected(sender.rejected),
    sender.held > 0 && earlier.held(sender.held),
  ].filter(Boolean);
  if (sender.latest.length === 0) return <p className="inbox-earlier note">{[earlier.first, ...counts].join(' ')}</p>;
  return (
    <details className="inbox-earlier">
      <summary>
        {earlier[sender.by]}: {counts.join(' · ')}
      </summary>
      <ul>
        {sender.latest.map(({ item_id, uid, title, state, reason, at }) => (
          <li key={item_id ?? uid}>
            <strong>{title || from.noAuthor}</strong>{' '}
            <span className="note">
              {[state in tabs ? tabs[state as keyof typeof tabs] : null, times.short(at), reason]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Warnings({ item }: { item: OpenItem }) {
  const words = useInboxWords();
  const { warnings } = words;
  const { article, item: entry } = item;
  const all = [
    article.publish_problem && warnings.schedule(article.publish_problem),
    entry?.mail && entry.mail.verified_by === null && warnings.unproven,
    ...(entry?.mail?.refused_files ?? []).map(({ name, reason }) => warnings.refused(name, reason)),
    ...(entry?.submission?.consents ?? []).filter(({ given }) => !given).map(({ text }) => warnings.consent(text)),
    article.title.trim() === '' && warnings.noTitle,
    article.body.trim() === '' && article.type === 'article' && warnings.noBody,
    article.cover_url !== null && !article.alt_text && warnings.noAlt,
  ].filter((one) => typeof one === 'string');
  const given = (entry?.submission?.consents ?? []).filter((consent) => consent.given);
  return (
    <>
      {entry?.has_upstream_change && <UpstreamButton itemId={entry.id} />}
      {all.length > 0 && (
        <section aria-label={warnings.label} className="inbox-warnings">
          <ul>
            {all.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      {given.length > 0 && (
        <details className="inbox-earlier">
          <summary>
            {words.consents}: {given.length}
          </summary>
          <ul>
            {given.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

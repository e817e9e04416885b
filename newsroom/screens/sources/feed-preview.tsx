/** What a feed would bring, before it is saved. */
import { useMutation } from '@tanstack/react-query';
import type { SourcePreview } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useTimes } from '../../i18n/times.ts';
import { useSite } from '../../shell/context.ts';
import { useSourceWords } from './words.ts';

export function FeedPreview({ url }: { url: string }) {
  const { preview: words } = useSourceWords();
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const run = useMutation({ mutationFn: async () => (await manage.sources.preview(site.id, { url })).preview });
  return (
    <div className="feed-preview">
      <button className="button" disabled={url === '' || run.isPending} onClick={() => run.mutate()} type="button">
        {words.button}
      </button>
      <div role="status">
        {run.error && <p className="field-problem">{said.error(run.error)}</p>}
        {run.data && <Result preview={run.data} />}
      </div>
    </div>
  );
}

function Result({ preview: { title, total_count, items } }: { preview: SourcePreview }) {
  const { preview: words } = useSourceWords();
  const site = useSite();
  const times = useTimes(site.time_zone);
  return (
    <>
      <p>
        <strong>{words.title(title, total_count)}</strong>
      </p>
      <p className="note">{items.length === 0 ? words.nothing : words.hint}</p>
      <ul className="ruled-list">
        {items.map(({ external_id, title: name, published_at, reason }) => (
          <li key={external_id}>
            <span className="row-name">{name || external_id}</span>
            <p className="note">
              {[published_at && times.moment(published_at), reason && words.refused(reason)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

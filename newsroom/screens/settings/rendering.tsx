import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../api/api.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useSite } from '../../shell/context.ts';
import { useSettingsWords } from './words.ts';

const ASK_AGAIN = 1_500;

export const renderingKey = (siteId: number) => ['site-rendering', siteId];

/** The progress of rendering articles that show a changed field. */
export function Rendering() {
  const { rendering: words } = useSettingsWords();
  const language = useLanguage();
  const { manage } = useApi();
  const { id } = useSite();
  const { data: rendering } = useQuery({
    queryKey: renderingKey(id),
    queryFn: async ({ signal }) => (await manage.sites.read(id, { signal })).rendering,
    refetchInterval: ({ state }) => (state.data && !state.data.failed ? ASK_AGAIN : false),
  });
  const wasSeen = useRef(false);
  if (rendering) wasSeen.current = true;
  const number = (count: number) => count.toLocaleString(language);
  return (
    <div className="rendering" role="status">
      {rendering && !rendering.failed && (
        <>
          <p>{words.title}</p>
          <progress aria-label={words.title} max={rendering.total} value={rendering.total - rendering.pending} />
          <p className="note">{words.progress(number(rendering.total - rendering.pending), number(rendering.total))}</p>
        </>
      )}
      {rendering?.failed && <p className="problem">{words.failed}</p>}
      {!rendering && wasSeen.current && <p className="note">{words.done}</p>}
    </div>
  );
}

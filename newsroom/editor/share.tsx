/** How search engines and networks show the article. */
import { usePictures } from '../parts/pictures.ts';
import { useLoaded } from '../parts/remote-pictures.ts';
import { useSite } from '../shell/context.ts';
import { TextField } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';

/** About as many characters as search results show. */
const TITLE = 60;
const DESCRIPTION = 155;

export function Share({ open: { article, set, state } }: { open: OpenArticle }) {
  const { share } = useEditorWords();
  const site = useSite();
  const pictures = usePictures();
  const isLoaded = useLoaded();
  const graph = article.open_graph;
  const problem = useProblems(state).open_graph;
  const change = (part: Partial<typeof graph>) => set({ open_graph: { ...graph, ...part } });
  const [title, description] = [graph.og_title || article.title, graph.og_description || article.summary];
  const image = graph.og_image || article.cover_url;
  const address = article.full_url ?? `${site.url}/…/${article.article_url}`;
  return (
    <div className="form">
      <section aria-label={share.search} className="search-result">
        <p className="search-address">{address}</p>
        <p className="search-title">{shortened(title, TITLE)}</p>
        <p>{shortened(description, DESCRIPTION)}</p>
      </section>
      <section aria-label={share.card} className="share-card">
        {image && isLoaded(image) && (
          <img
            alt=""
            src={pictures.full(image)}
            style={{ objectPosition: `${article.cover_pos_x}% ${article.cover_pos_y}%` }}
          />
        )}
        <p className="search-address">{new URL(address, location.href).host}</p>
        <p className="share-title">{title}</p>
        <p>{shortened(description, DESCRIPTION)}</p>
      </section>
      <TextField
        hint={share.length(title.length, TITLE)}
        label={share.title}
        onChange={(og_title) => change({ og_title: og_title || null })}
        placeholder={share.fallback}
        problem={problem}
        value={graph.og_title ?? ''}
      />
      <TextField
        hint={share.length(description.length, DESCRIPTION)}
        label={share.description}
        onChange={(text) => change({ og_description: text || null })}
        placeholder={share.fallback}
        rows={3}
        value={graph.og_description ?? ''}
      />
      <TextField
        label={share.image}
        onChange={(url) => change({ og_image: url.trim() || null })}
        placeholder={share.fallback}
        type="url"
        value={graph.og_image ?? ''}
      />
    </div>
  );
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()} …` : text;
}

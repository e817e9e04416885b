/** Where readers find a published article. */
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { useSite } from '../shell/context.ts';
import { isExample } from './example-address.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function OnSite({ article: { id, full_url } }: { article: OpenArticle['article'] }) {
  const { article } = useWords();
  const words = useEditorWords();
  const site = useSite();
  if (!full_url) return null;
  if (!isExample(full_url)) return <External href={full_url} label={article.onSite} />;
  // With a key only, and a link cannot carry one.
  if (site.api_key_required) return null;
  return <External href={`/v1/sites/${site.id}/articles/${id}`} label={words.inApi} title={words.exampleSite} />;
}

function External({ href, label, title }: { href: string; label: string; title?: string }) {
  return (
    <a className="on-site" href={href} rel="noreferrer" target="_blank" title={title}>
      <Icon name="external" />
      <span>{label}</span>
    </a>
  );
}

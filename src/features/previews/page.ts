/** The page of a preview: HTML without scripts. Every value but the sanitised body is escaped. */
import type { ArticleWire } from '../../contract/article.ts';
import { isWebAddress } from '../../core/web-address.ts';
import type { Site } from '../../db/site-lock.ts';
import type { ShownPreview } from './present.ts';

const STYLE = '/previews/preview.css';

const STATES: Record<ShownPreview['preview']['state'], string> = {
  draft: 'Draft, not published',
  pending: 'Submitted, not published',
  scheduled: 'Scheduled',
  published: 'Published, shown with all saved edits',
  unpublished: 'Unpublished',
};

export function previewPage({ preview, article, sections, categories, site }: ShownPreview & { site: Site }): string {
  const at = (instant: string) => dateText(instant, site);
  const when = preview.publish_at ? ` for ${at(preview.publish_at)}` : '';
  const [section] = sections;
  const [category] = categories;
  return documentOf(
    article.title,
    site.locale,
    `<aside class="preview-notice">
  <p><strong>Preview.</strong> ${escaped(STATES[preview.state] + when)}.</p>
  <p>Saved ${escaped(at(preview.updated_at))}. This link ends ${escaped(at(preview.expires_at))}.</p>
</aside>
<main class="preview-paper">
  <p class="preview-masthead"><b>${escaped(site.name)}</b><span>${escaped([section?.name, category?.name].filter(Boolean).join(' / '))}</span></p>
  <article dir="auto">
    <header class="preview-head">
      <h1>${escaped(article.title)}</h1>
      ${article.summary ? `<p class="preview-summary">${escaped(article.summary)}</p>` : ''}
      <p class="preview-byline">${byline([article.author_credit, at(article.published_at)])}</p>
    </header>
    ${cover(article)}
    <div class="preview-body">${article.body}</div>
    ${attached(article)}
    ${action(article)}
    ${foot(article)}
  </article>
</main>`,
  );
}

export function endedPage(): string {
  return documentOf(
    'Preview',
    'en',
    `<main class="preview-paper preview-ended">
  <h1>This preview has ended</h1>
  <p>Its link has expired or was revoked, or the article was deleted. Ask the sender for a new one.</p>
</main>`,
  );
}

function documentOf(title: string, language: string, content: string): string {
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${STYLE}">
</head>
<body>
${content}
</body>
</html>
`;
}

type Shown = Pick<
  ArticleWire,
  | 'cover_url'
  | 'cover_pos_x'
  | 'cover_pos_y'
  | 'alt_text'
  | 'photo_credit'
  | 'url'
  | 'cta'
  | 'article_links'
  | 'tags'
  | 'attachments'
>;

function byline(parts: string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `<span>${escaped(part)}</span>`)
    .join('');
}

function cover({ cover_url, cover_pos_x, cover_pos_y, alt_text, photo_credit }: Shown): string {
  if (!cover_url) return '';
  const credit = photo_credit ? `<figcaption>${escaped(photo_credit)}</figcaption>` : '';
  const position = `object-position: ${cover_pos_x}% ${cover_pos_y}%`;
  return `<figure class="preview-cover"><img src="${escaped(cover_url)}" alt="${escaped(alt_text ?? '')}" style="${position}">${credit}</figure>`;
}

const KINDS: Record<string, string> = {
  video: 'Video',
  facebook_post: 'Facebook post',
  instagram_item: 'Instagram post',
  tweet: 'Tweet',
};

/** Posts of networks: their text and a link. Sites show them with their own templates. */
function attached({ attachments }: Shown): string {
  return Object.entries(attachments ?? {})
    .map(([kind, fields]) => {
      const post = fields as Record<string, unknown>; // each kind has some of these
      const words = first(post, ['text', 'message', 'caption', 'link_description']);
      const poster = first(post, ['user_full_name', 'from_name', 'name', 'username', 'service']);
      const address = first(post, ['url', 'link', 'original_url']);
      const named = [KINDS[kind] ?? kind, poster].filter((part) => part !== '').join(' · ');
      return `<div class="preview-card">${words ? `<p>${escaped(words)}</p>` : ''}<p>${linkTo(address, named)}</p></div>`;
    })
    .join('');
}

function first(post: Record<string, unknown>, names: string[]): string {
  const found = names.map((name) => post[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : '';
}

function action({ url, cta }: Shown): string {
  const source = url ? `<p class="preview-source">${linkTo(url, url)}</p>` : '';
  return source + (cta ? `<p>${linkTo(cta.url, cta.label, 'preview-action')}</p>` : '');
}

function foot({ article_links, tags }: Shown): string {
  const links = article_links.map(({ title, url }) => `<li>${linkTo(url, title)}</li>`).join('');
  const named = tags.map((tag) => `<li>${escaped(tag)}</li>`).join('');
  if (!links && !named) return '';
  return `<footer class="preview-foot">${links ? `<ul>${links}</ul>` : ''}${named ? `<ul class="preview-tags">${named}</ul>` : ''}</footer>`;
}

function linkTo(url: string, words: string, name?: string): string {
  const shown = escaped(words || url);
  if (!isWebAddress(url)) return shown;
  return `<a${name ? ` class="${name}"` : ''} href="${escaped(url)}" rel="noreferrer">${shown}</a>`;
}

function dateText(instant: string, { time_zone }: Site): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: time_zone });
  return format.format(new Date(instant));
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
}

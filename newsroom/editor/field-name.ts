import type { EditorWords } from './words-en.ts';

/** The name of a field as the editor shows it. */
export function fieldName(field: string, words: EditorWords): string {
  const { details, cover } = words;
  const names: Record<string, string> = {
    title: words.title,
    summary: words.summary,
    body: words.body,
    tags: details.tags,
    section_id: details.section,
    category_id: details.category,
    author_ids: details.authors,
    author_credit: details.credit,
    article_url: details.slug,
    cover_url: words.panel.cover,
    alt_text: cover.alt,
  };
  return names[field] ?? field;
}

/** The article of test notifications, if nothing is published yet. */
import type { NotifiedArticle } from '../sdk/webhooks.ts';

export const sampleArticle: NotifiedArticle = {
  id: 1,
  article_url: 'a-sample-article',
  author: 'Aino Lindqvist',
  body: '<p>This is a sample, sent by <code>masthead trigger</code>. Åland’s letters test the signature: ÅÄÖ åäö ß.</p>',
  cover_pos_x: 50,
  cover_pos_y: 50,
  cover_url: null,
  display_style: 'article',
  pinned_index: null,
  order_number: 1,
  published_at: '2026-01-01T09:00:00Z',
  published_at_l10n: '2026-01-01T11:00:00+02:00',
  section_id: 1,
  site_id: 1,
  site_pinned_index: null,
  site_order_number: 1,
  source_url: null,
  summary: 'Sent to try a receiver with.',
  tags: ['sample'],
  title: 'A sample article',
  type: 'article',
  url: 'https://site.example/news/a-sample-article',
  attachments: {},
};

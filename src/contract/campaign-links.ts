/** Links to the figures of a campaign, and the articles that its entries belong to. */
import { Type } from 'typebox';
import { Entry, sum } from './analytics.ts';
import { id, instant, link, SOME_IDS, text, title } from './common.ts';

const LONGEST_DAYS = 366;

const about = {
  id: id('Link id.'),
  name: text('A name for editors, such as the receiver.', { examples: ['Fish market'] }),
  created_by: text('The person or key that created the link.', { examples: ['person:1'] }),
  created_at: instant('When the link was created.'),
  expires_at: instant('When the link expires.'),
};

export const CampaignLink = Type.Object(about, { title: 'CampaignLink' });
export const CreatedCampaignLink = Type.Object(
  {
    ...about,
    token: text('The token: a key for the figures of this campaign. It is shown in this answer and never again.'),
    url: link('The address of the dashboard, which needs no other key.'),
  },
  { title: 'CreatedCampaignLink' },
);
export const NewCampaignLink = Type.Object(
  {
    name: Type.Optional(
      text('A name for editors, such as the receiver.', { maxLength: 200, default: '', examples: ['Fish market'] }),
    ),
    days: Type.Integer({ description: 'How long it works.', minimum: 1, maximum: LONGEST_DAYS, examples: [30] }),
  },
  { title: 'NewCampaignLink', additionalProperties: false },
);

export const ArticleResult = Type.Object(
  {
    campaign_id: id('The campaign.'),
    campaign_name: title('Its name.', { examples: ['Summer at sea'] }),
    entry: Entry,
  },
  { title: 'ArticleResult', description: 'An entry that belongs to an article.' },
);

export const ArticleTotals = Type.Object(
  {
    entries: sum(
      'Entries that belong to the article, in all campaigns of the site. A post counts once for each campaign.',
    ),
    engagement: sum('Their likes, comments and shares. Hidden figures count as 0.'),
  },
  { title: 'ArticleTotals' },
);

export const LinkedArticle = Type.Object(
  {
    id: id('The article, as entries name it.'),
    uid: Type.String({ description: 'The article in the management API.', format: 'uuid' }),
    title: text('Its title, as readers see it.', { examples: ['Herring in the harbour'] }),
  },
  { title: 'LinkedArticle', description: 'A published article.' },
);
export const linkedArticles = {
  ids: Type.Optional(
    text('Ids of articles, comma-separated; at most 100. Without them the list is empty.', {
      pattern: SOME_IDS,
      examples: ['1'],
    }),
  ),
};

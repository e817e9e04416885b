/** Saved views of the list of articles: filters under a name, for one person. */
import { Type } from 'typebox';
import { id, instant, ONE_LINE, readOnly, text, title } from './common.ts';

export const SavedView = Type.Object(
  {
    id: id('Id of the saved view.', readOnly),
    site_id: id('The site whose articles it lists.'),
    name: title('Its name.', { maxLength: 60, pattern: ONE_LINE, examples: ['Drafts of mine'] }),
    search: text('The filters, as in the address of the newsroom’s list.', {
      maxLength: 2_000,
      examples: ['state=draft&mine=1'],
    }),
    created_at: instant('When it was first saved.', readOnly),
  },
  { title: 'SavedView' },
);
export const NewSavedView = Type.Object(
  {
    site_id: SavedView.properties.site_id,
    name: SavedView.properties.name,
    search: SavedView.properties.search,
  },
  { title: 'NewSavedView', additionalProperties: false, 'x-computed': ['id', 'created_at'] },
);
export const viewsOf = { site_id: Type.Optional(id('Only saved views of this site.')) };

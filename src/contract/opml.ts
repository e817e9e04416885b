/** Lists of feeds as OPML. */
import { Type } from 'typebox';
import { id, integer, nullable, plain } from './common.ts';
import { Source } from './source.ts';

export const Opml = Type.Object(
  {
    document: plain('The feeds of the site as OPML.', { examples: ['<opml version="2.0">…</opml>'] }),
    feeds: integer('How many there are.', { examples: [1] }),
  },
  { title: 'Opml' },
);
export const NewOpml = Type.Object(
  {
    document: plain('A list of feeds as OPML.', { minLength: 1, maxLength: 1_000_000 }),
    section_id: id('The section of the articles.'),
    approval: Type.Optional(Source.properties.approval),
    tags: Type.Optional(Source.properties.tags),
  },
  { title: 'NewOpml', additionalProperties: false },
);
export const OpmlResult = Type.Object(
  {
    address: plain('The address of the feed, as the list has it.'),
    name: plain('Its name.'),
    status: Type.Integer({
      description:
        '201 if it was added, 200 if the site has it, 503 if there was no time for it, else why it was refused.',
      examples: [201],
    }),
    source_id: nullable(id('Its source.')),
    error: nullable(plain('Why it was not added.')),
  },
  { title: 'OpmlResult' },
);
export const unadded = integer('Feeds that there was no time for: send the list again.', { examples: [0] });

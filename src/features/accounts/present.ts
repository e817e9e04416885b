import type { Static } from 'typebox';
import type { Me } from '../../contract/people.ts';
import type { PersonRow } from './queries.ts';

export function me(row: PersonRow): Static<typeof Me> {
  const { id, name, email, language, shortcuts, roles, bylines } = row;
  return { id, name, email, language, theme: row.theme as Static<typeof Me>['theme'], shortcuts, roles, bylines }; // the schema let nothing else in
}

/** Descriptions of path parameters that name the noun. */

const KNOWN: Record<string, string> = {
  uid: 'The article’s uid, or its id if it has been published.',
  number: 'The revision’s number.',
  user_type: 'The network.',
  user_id: 'The user’s id in the originating network.',
  analytics_user_id: 'The user’s id.',
  external_id: 'Your own id for the article.',
  api_key_id: 'The API key’s id.',
};

/** `…/article-categories/:id` → “The article category’s id.” */
export function parameterDescription(path: string, name: string): string {
  const full = name === 'id' ? `${singular(segmentBefore(path, name))}_id` : name;
  const noun = full.replace(/_id$/, '').replaceAll('_', ' ');
  return KNOWN[full] ?? `The ${noun}’s id.`;
}

function segmentBefore(path: string, name: string): string {
  return path.split(`/:${name}`)[0]?.split('/').at(-1) ?? '';
}

function singular(segment: string): string {
  const noun = segment.replaceAll('-', '_').replace(/people$/, 'person');
  return noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

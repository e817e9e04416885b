export const blockedEn = {
  title: 'Blocks',
  hint: 'New items that match one of these are rejected when they come, from any source of the site. Articles that have come already stay.',
  kinds: { word: 'Word or phrase', person: 'Author', domain: 'Domain' },
  kind: 'Kind',
  value: 'Value',
  placeholder: { word: 'lotter*', person: 'Max Muster', domain: 'spam.example' },
  add: 'Block',
  remove: (value: string) => `Unblock ${value}`,
  added: (value: string) => `Blocked: ${value}`,
  removed: (value: string) => `No longer blocked: ${value}`,
  since: (time: string) => `since ${time}`,
  empty: 'Nothing is blocked',
  emptyHint: 'Block a word, an author or a domain here, or the sender of an article in the inbox.',
};

export type BlockedWords = typeof blockedEn;

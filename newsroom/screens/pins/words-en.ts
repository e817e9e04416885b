/** The words of pins in English. */
export const pinsEn = {
  title: 'Pins',
  where: 'Page',
  front: 'Front page',
  hint: 'Drag an article to pin it to a place. The others fill in around it, newest first. Readers see the change when you save.',
  places: 'Articles as readers see them',
  empty: 'No published articles here',
  emptyHint: 'Published articles appear here and can then be pinned.',
  pinned: 'Pinned',
  pinHere: (title: string, place: number) => `Pin ${title} at place ${place}`,
  unpinOf: (title: string) => `Unpin ${title}`,
  unpin: 'Unpin',
  waiting: 'Pinned, but not live',
  waitingAt: (title: string, place: number) => `${title}, at place ${place}.`,
  find: 'Find an article',
  search: 'Search articles',
  nothing: 'No article matches.',
  pinFirst: (title: string) => `Pin ${title} at the top`,
  pinShort: 'Pin',
  saved: 'Pins saved.',
};

export type PinWords = typeof pinsEn;

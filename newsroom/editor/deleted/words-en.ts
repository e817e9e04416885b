/** The words of an article in the trash, in English. */
export const deletedEn = {
  state: 'In the trash',
  trash: 'Trash',
  by: (name: string, time: string) => `The article was deleted by ${name}, ${time}.`,
  at: (time: string) => `The article was deleted, ${time}.`,
  restorable: (until: string) => `It can be restored until ${until}.`,
  byEditor: (until: string) => `An editor can restore it until ${until}.`,
  forGood: 'The article was deleted for good, or it is not yours any more.',
  forbidden: 'You may not read this article any more. Ask an owner for the right.',
  unsent: 'What you wrote last is not saved at the service. It is kept on this device, and shown here.',
  goesOn: 'Once the article is restored, you go on with this text.',
  discard: 'Delete this text',
  restore: 'Restore',
  restored: 'The article was restored.',
};

export type DeletedWords = typeof deletedEn;

import { plural } from '../../i18n/plural.ts';

/** The words about text that was never sent, in English. */
export const leftTextEn = {
  left: plural('en', {
    one: '# article has text on this device only. Open it to save it:',
    other: '# articles have text on this device only. Open them to save it:',
  }),
  untitled: 'Untitled article',
  signOut: {
    title: 'Sign out with unsaved text?',
    hint: plural('en', {
      one: '# article has text on this device only. It stays in this browser: to save it, sign in here again and open the article.',
      other:
        '# articles have text on this device only. It stays in this browser: to save it, sign in here again and open the articles.',
    }),
    agree: 'Sign out',
    stay: 'Stay signed in',
  },
};

export type LeftTextWords = typeof leftTextEn;

/** The words of the shared parts in English. */
import { plural } from '../i18n/plural.ts';

export const partsEn = {
  cancel: 'Cancel',
  ordering: {
    move: (name: string) => `Move ${name}`,
    hint: 'Press Space to lift, the arrow keys to move, Space to drop, Escape to cancel.',
    lifted: (name: string, position: number, count: number) => `${name} is lifted, position ${position} of ${count}.`,
    movedTo: (name: string, position: number, count: number) => `${name}: position ${position} of ${count}.`,
    dropped: (name: string, position: number, count: number) =>
      `${name} is dropped at position ${position} of ${count}.`,
    cancelled: (name: string, position: number) => `Cancelled. ${name} is back at position ${position}.`,
    menu: (name: string) => `Move ${name} to …`,
    moveTo: 'Move to …',
    steps: { top: 'Top', up: 'Up', down: 'Down', bottom: 'Bottom' },
    position: 'Position …',
    positionOf: (count: number) => `Position, 1 to ${count}`,
    moveHere: 'Move',
    saved: 'The order is saved.',
    failed: (reason: string) => `The order is not saved. ${reason}`,
  },
  list: { noMatch: 'Nothing matches', clear: 'Clear the search' },
  form: {
    save: 'Save',
    create: 'Create',
    saving: 'Saving …',
    unsaved: 'Not saved yet',
    saved: (name: string) => `${name} is saved.`,
    reset: 'Discard changes',
    refused: 'Not saved: see the fields.',
    removed: (what: string) => `Not allowed here and removed: ${what}`,
    stale: 'Someone else has saved this in the meantime. What you changed is still here.',
    saveOver: 'Save my changes over it',
    readAgain: 'Drop my changes and read it again',
    readOnly: 'Your role can read this. Owners and editors can change it.',
    delete: 'Delete',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteHint: 'It is deleted for good.',
    deleted: (name: string) => `${name} is deleted.`,
    inTheWay: {
      article: plural('en', {
        one: 'It cannot be deleted: # article uses it. Change that article first.',
        other: 'It cannot be deleted: # articles use it. Change those articles first.',
      }),
      'published article': plural('en', {
        one: 'It cannot be deleted: # published article shows it. Publish or unpublish that article first.',
        other: 'It cannot be deleted: # published articles show it. Publish or unpublish those articles first.',
      }),
      section: plural('en', {
        one: 'It cannot be deleted: # section uses it. Change that section first.',
        other: 'It cannot be deleted: # sections use it. Change those sections first.',
      }),
      webhook: plural('en', {
        one: 'It cannot be deleted: # webhook follows it. Change that webhook first.',
        other: 'It cannot be deleted: # webhooks follow it. Change those webhooks first.',
      }),
    },
    showUses: 'Show the articles',
  },
  leave: {
    title: 'Leave without saving?',
    hint: 'What you changed here is not saved.',
    leave: 'Leave',
    stay: 'Stay here',
  },
  fields: {
    choose: 'Choose from the library',
    removePicture: 'Remove the picture',
    pickColor: (label: string) => `${label}: pick a colour`,
    remove: (name: string) => `Remove ${name}`,
    addWord: 'Add, then press Enter',
    none: 'None',
  },
};

export type PartWords = typeof partsEn;

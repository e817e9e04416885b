export const keysEn = {
  help: 'Show these shortcuts',
  palette: 'Search and actions',
  search: 'Search in the list',
  create: 'New article',
  go: 'Go to the articles',
  goCalendar: 'Go to the calendar',
  goInbox: 'Go to the inbox',
  decide: 'In the inbox: approve, reject, edit, undo',
  move: 'Move down and up',
  select: 'Select',
  range: 'Select a range',
  open: 'Open',
  back: 'Back, or clear the selection',
  off: 'Single-letter shortcuts are turned off in your account menu.',
};

export type KeyWords = typeof keysEn;

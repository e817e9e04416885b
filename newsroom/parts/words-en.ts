/** The words of the shared parts in English. */
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
  },
};

export type PartWords = typeof partsEn;

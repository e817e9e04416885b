import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike: five bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** `7KQM-4XRD-92TB`: random letters in groups, for people to read and type. */
export function randomCode(groups: number, length: number): string {
  const group = () => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A password of 100 random bits, to be shown once. */
export function randomPassword(): string {
  return randomCode(4, 5).toLowerCase();
}

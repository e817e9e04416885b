/** Which passwords are too easy to guess. */
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const SHORTEST_PASSWORD = 12;

/** The form in which a password is hashed: the same characters typed on another keyboard are the same password. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/** The problem with a new password, or null. `names` are publicly known: the person's name and address. */
export function passwordProblem(password: string, names: readonly string[]): string | null {
  const normalized = normalizedPassword(password);
  if ([...normalized].length < SHORTEST_PASSWORD) return `must have ${SHORTEST_PASSWORD} characters or more`;
  if (new Set(normalized).size < 5) return 'must have more different characters';
  const bare = stem(normalized);
  if (isSequence(normalized.toLowerCase())) return 'must not be a sequence of the alphabet or the keyboard';
  if (COMMON_PASSWORDS.has(bare) || COMMON_PASSWORDS.has(normalized.toLowerCase()))
    return 'is on the list of common passwords';
  const parts = names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(/[^\p{L}\p{N}]+/u)]);
  if (parts.some((part) => part.length >= 4 && bare === stem(part))) return 'must not be a name or an e-mail address';
  return null;
}

const LEET: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/** `P@ssw0rd2026!!` is `password` with decoration. A word that is repeated is the word. */
function stem(text: string): string {
  const trimmed = text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const letters = [...trimmed].map((letter) => LEET[letter] ?? letter).join('');
  const plain = letters.replace(/[^\p{L}]/gu, '');
  return plain.replace(/^(.+?)\1+$/u, '$1');
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];

function isSequence(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
  return rows.some((row) => (row + row).includes(text));
}

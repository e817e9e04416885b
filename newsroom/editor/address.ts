/** The address of an article that was not published yet follows its title, until someone writes another. */
import { slugify } from '../../src/core/slug.ts';

/** Addresses of articles with the same title in one section are told apart by a number. */
const MOST = 99;

export function addressOf(title: string): string {
  return slugify(title, 'article');
}

/** Whether the address was made of the title, by the service or here, and not written by a person. */
export function isMadeFrom(address: string, title: string): boolean {
  return numberOf(address, title) !== undefined;
}

/** The next one to try when another article of the section has this one; undefined for one that a person wrote. */
export function addressAfter(taken: string, title: string): string | undefined {
  const number = numberOf(taken, title);
  return number === undefined || number >= MOST ? undefined : `${addressOf(title)}-${number + 1}`;
}

function numberOf(address: string, title: string): number | undefined {
  const made = addressOf(title);
  if (address === made) return 1;
  const tail = address.startsWith(`${made}-`) ? address.slice(made.length + 1) : '';
  return /^[1-9]\d?$/.test(tail) ? Number(tail) : undefined;
}

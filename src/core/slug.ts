/** Letters that Unicode does not decompose into a base letter and a mark. */
export const SPELLED_OUT: Record<string, string> = {
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
};

/** Greek and Cyrillic letters by their sound, one for all languages that write them. */
const ROMANISED: Record<string, string> = {
  ...spelled('α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'),
  ...spelled('а a б b в v г g ґ g д d е e є ye ж zh з z и i і i к k л l м m н n о o п p р r с s т t у u ф f х kh'),
  ...spelled('ц ts ч ch ш sh щ shch ы y э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz ѕ dz'),
  // Signs, not sounds.
  ъ: '',
  ь: '',
};

const LONGEST = 100;

/** `Ålesund & Røros: høst` → `alesund-roros-host`, `Ελλάδα` → `ellada`. The fallback if no characters remain. */
export function slugify(name: string, fallback: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => SPELLED_OUT[letter] ?? ROMANISED[letter] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? fallback : slug;
}

/** The slug, with the lowest free number appended if it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number++) {
    if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}

function spelled(pairs: string): Record<string, string> {
  return Object.fromEntries([...pairs.matchAll(/(\S+) (\S+)/g)].map(([, letter, sound]) => [letter, sound]));
}

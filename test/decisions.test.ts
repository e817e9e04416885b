/** Pages of docs/decisions have one form, so that a reader finds the reason, its date and how to check it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../docs/decisions', import.meta.url).pathname;
const pages = readdirSync(FOLDER).filter((name) => /^\d{3}-/.test(name));
const COMMAND = /`(SLOW=1\s+)?(npm\s+run|npx\s+vitest\s+run|time\s+node)\s/;

describe('a decision', () => {
  it.each(pages)('%s has a date, context, decision, consequences, and a command that checks it', (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    expect(text).toMatch(/^# \d{3}: .+\n\nDate: \d{4}-\d\d-\d\d/);
    expect(text.startsWith(`# ${name.slice(0, 3)}: `)).toBe(true);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences']));
    expect(headings.some((heading) => heading === 'Measured' || heading === 'Checked')).toBe(true);
    expect(text).toMatch(COMMAND);
  });

  it('is linked from ARCHITECTURE.md', () => {
    const map = readFileSync(join(FOLDER, '../../ARCHITECTURE.md'), 'utf8');
    expect(pages.filter((name) => !map.includes(`docs/decisions/${name}`))).toEqual([]);
  });

  it('has a unique number', () => {
    expect(pages.length).toBeGreaterThan(30);
    expect(new Set(pages.map((name) => name.slice(0, 3))).size).toBe(pages.length);
  });
});

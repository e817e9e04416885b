/** The documentation's examples: fenced blocks, with words after the language that say how to run them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A fenced block: its language, and the words after it. */
export interface Block {
  language: string;
  marks: string[];
  code: string;
}

export function blocksOf(page: string, language: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)]
    .map(([, name = '', marks = '', code = '']) => ({ language: name, marks: marks.trim().split(/\s+/), code }))
    .filter((block) => block.language === language);
}

export function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

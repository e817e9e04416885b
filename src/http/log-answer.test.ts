import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logAnswer } from './log-answer.ts';

function levelOf(answered: Partial<Parameters<typeof logAnswer>[1]>): string {
  const lines: string[] = [];
  const log = pino(
    { level: 'debug', formatters: { level: (label) => ({ level: label }) } },
    { write: (line) => lines.push(line) },
  );
  logAnswer(log, { method: 'GET', route: '/x', status: 200, milliseconds: 1, ...answered });
  return JSON.parse(lines[0] ?? '').level;
}

it.each([
  ['a read', {}, 'debug'],
  ['a write', { method: 'POST' }, 'info'],
  ['a write that is refused', { method: 'POST', status: 429 }, 'debug'],
  ['a slow read', { milliseconds: 1_001 }, 'warn'],
  ['a stream that was open for long', { milliseconds: 900_000, isStream: true }, 'debug'],
])('%s is logged at its level', (_, answered, level) => {
  expect(levelOf(answered)).toBe(level);
});

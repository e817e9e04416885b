/** The passphrase of an export with secrets: from a file, the environment or the terminal, never from the command line. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { badUsage } from '../core/errors.ts';
import { config } from './command.ts';
import { contentsOf } from './receiver.ts';

const SHORTEST = 12;

export const passphraseOptions = { 'passphrase-file': { type: 'string' } } as const;

export const PASSPHRASE_HELP = `  --passphrase-file FILE   a file with the passphrase of the secrets; otherwise it is
                           MASTHEAD_PASSPHRASE, or is asked for on a terminal`;

/** A new one is asked for twice. */
export async function passphraseGiven(file: string | undefined, { isNew }: { isNew: boolean }): Promise<string> {
  const given = await fromSomewhere(file, isNew);
  if (given.length < SHORTEST) throw badUsage(`The passphrase must have at least ${SHORTEST} characters.`);
  return given;
}

async function fromSomewhere(file: string | undefined, isNew: boolean): Promise<string> {
  if (file === '-') throw badUsage('--passphrase-file must be a file.');
  if (file !== undefined) return (await contentsOf(file)).toString('utf8').replace(/\r?\n$/, '');
  const { passphrase } = config();
  if (passphrase !== null) return passphrase;
  if (!process.stdin.isTTY)
    throw badUsage('The secrets need a passphrase: give --passphrase-file FILE, or set MASTHEAD_PASSPHRASE.');
  const typed = await asked('Passphrase of the secrets: ');
  if (isNew && typed !== (await asked('The same again: '))) throw badUsage('The two differ.');
  return typed;
}

/** Reads without showing the typed characters. */
async function asked(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

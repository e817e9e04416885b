/** Interpreters of other languages that tests use where they and the needed modules are installed. */
import { spawnSync } from 'node:child_process';

interface Interpreter {
  program: string;
  /** Exits 0 when the interpreter can run our programs. */
  check: string[];
}

export const interpreters = {
  python: { program: 'python3', check: ['-c', 'import base64, hashlib, hmac, http.server, json, os, sys'] },
  perl: { program: 'perl', check: ['-MJSON::PP', '-MDigest::SHA', '-MEncode', '-e1'] },
  /** Without its modules; those of the build are there. */
  bare_php: { program: 'php', check: ['-n', '-r', 'exit(PHP_MAJOR_VERSION >= 8 ? 0 : 1);'] },
  php: { program: 'php', check: ['-r', 'exit(function_exists("mb_strtolower") && PHP_MAJOR_VERSION >= 8 ? 0 : 1);'] },
  ruby: { program: 'ruby', check: ['-rjson', '-ropenssl', '-e0'] },
} satisfies Record<string, Interpreter>;

export type Language = keyof typeof interpreters;

/** Why programs in the language cannot run here, or null when they can. */
export function missing(language: Language): string | null {
  const { program, check } = interpreters[language];
  const { status, error } = spawnSync(program, check, { stdio: 'ignore' });
  if (error) return `${program} is not installed`;
  return status === 0 ? null : `${program} lacks a module, or is too old`;
}

import { fileURLToPath } from 'node:url';

/** The bundle is two folders below the root of the checkout (run.mjs). */
export const BUNDLE = fileURLToPath(new URL('.', import.meta.url));
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

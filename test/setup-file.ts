/**
 * Runs the clean-ups that tests register for the end of their file. Vitest runs this for each file, and keeps the modules that files
 * import: an `afterAll` at the top of one of those would run after the first file alone.
 */
import { afterAll } from 'vitest';
import { cleanUpFile } from './at-file-end.ts';

afterAll(cleanUpFile);

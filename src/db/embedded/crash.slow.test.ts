/** Kills everything ten times. */
import './crash.test.ts';

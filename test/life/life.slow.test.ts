/** More sequences. */
import './life.test.ts';

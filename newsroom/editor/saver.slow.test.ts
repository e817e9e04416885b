/** Thousands of sequences. */
import './saver.test.ts';

/** The vectors with more random notifications. */
import './vectors.test.ts';

/** Starts at the same moment, and odd paths. */
import './open.test.ts';

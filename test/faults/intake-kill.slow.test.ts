/** Forty kills. */
import './intake-kill.test.ts';

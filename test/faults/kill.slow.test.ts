/** Twenty kills. */
import './kill.test.ts';

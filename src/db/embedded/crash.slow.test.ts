/** Twenty kills of everything. */
import './crash.test.ts';

/** Ten kills of everything. */
import './crash.test.ts';

/** Ten kills. */
import './kill.test.ts';

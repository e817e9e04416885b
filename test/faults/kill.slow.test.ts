/** Eight kills. */
import './kill.test.ts';

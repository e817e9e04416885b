/** Eight kills. */
import './transfer-kill.test.ts';

/** Twelve kills. */
import './transfer-kill.test.ts';

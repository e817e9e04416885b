/** Ten thousand jobs. */
import './processes.test.ts';

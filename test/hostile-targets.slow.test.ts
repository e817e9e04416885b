/** Raw requests in the long form: `sized` gives the slow run its figures. */
import './hostile-targets.test.ts';

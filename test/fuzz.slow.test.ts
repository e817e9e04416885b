/** The fuzz in its long form: `sized` gives the slow run its figures. */
import './fuzz.test.ts';

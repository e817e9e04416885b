/** Every caller without the right, with hostile bodies. */
import './rights.test.ts';

/** Thousands of bodies. */
import './guard.test.ts';

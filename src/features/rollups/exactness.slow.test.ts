/** More rounds of random writes. */
import './exactness.test.ts';

/** With the demo. */
import './round-trip.test.ts';

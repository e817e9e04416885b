/** With more writes. */
import './freshness.test.ts';

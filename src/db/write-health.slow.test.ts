/** Also the probe after a failed write. */
import './write-health.test.ts';

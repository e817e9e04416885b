/** The short faults, each case twenty times. */
import './webhooks.test.ts';

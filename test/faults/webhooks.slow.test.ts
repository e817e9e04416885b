/** The short faults, each case four times. */
import './webhooks.test.ts';

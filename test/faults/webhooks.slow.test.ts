/** The short faults, each case six times. */
import './webhooks.test.ts';

/** The same with all forms and filters, and with a browser. */
import './packed-answers.test.ts';

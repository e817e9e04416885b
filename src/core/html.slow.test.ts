import { describeLongHtml } from './testing/html-long.ts';

/** As long as the body of a request may be. */
describeLongHtml(4 * 1024 * 1024);

/** More random HTML, and some as long as the body of a request may be. */
import './html.test.ts';
import { describeLongHtml } from './testing/html-long.ts';

describeLongHtml(4 * 1024 * 1024);

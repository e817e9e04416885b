/** With texts as long as they may be. */
import './hostile.test.ts';

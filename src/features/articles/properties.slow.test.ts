/** More writers’ articles, and more sequences for the change feed. */
import './properties.test.ts';

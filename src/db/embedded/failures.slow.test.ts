/** Also a first start that was killed. */
import './failures.test.ts';

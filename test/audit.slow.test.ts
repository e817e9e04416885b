/** With every route refused too. */
import './audit.test.ts';

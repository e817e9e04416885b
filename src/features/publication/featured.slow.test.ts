/** An article that very many feature. */
import './featured.test.ts';

/** Also a migration that takes longer than other statements may. */
import './migrate.test.ts';

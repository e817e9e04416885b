/** Also a batch of a hundred. */
import './batch.test.ts';

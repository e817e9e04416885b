/** Thousands of merges. */
import './merge.test.ts';

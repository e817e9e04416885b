/** 5,000 random sizes. */
import './hostile-paths.test.ts';

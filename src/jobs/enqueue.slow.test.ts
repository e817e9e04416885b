/** 2,400 races. */
import './enqueue.test.ts';

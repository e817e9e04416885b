/** Three cases of the benchmark. */
import './bench.test.ts';

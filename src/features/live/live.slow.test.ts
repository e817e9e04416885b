/** Also proxies that cut and that buffer. */
import './live.test.ts';

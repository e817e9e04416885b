/** Ten thousand requests, half of them to each network. */
import './quota.test.ts';

/** Also a receiver that is down for a while. */
import './commands.test.ts';

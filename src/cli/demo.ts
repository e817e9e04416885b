import { badUsage } from '../core/errors.ts';
import { removeDemo } from '../demo/remove.ts';
import { type Command, parsed, print, withDatabase } from './command.ts';

export const demo: Command = {
  summary: 'remove the demo',
  help: `Usage: masthead demo remove

Removes the demo site with everything in it, and the people of the demo. Keys,
webhooks, and sources and accounts of your own have to be deleted first. A later start
with DEMO=1 does not bring it back.`,
  async run(args) {
    const { positionals } = parsed(args, {});
    if (positionals.join(' ') !== 'remove') throw badUsage('Expected remove.');
    await withDatabase(({ db }) => removeDemo(db));
    print('The demo is removed.');
  },
};

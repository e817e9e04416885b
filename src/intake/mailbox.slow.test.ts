/** A server that floods is cut off, and one that does not speak IMAP is given up. */
import { expect, it } from 'vitest';
import { withMailbox } from '../features/mail/mailbox.ts';
import { MailboxProblem } from '../features/mail/mailbox-problem.ts';
import { imapServer } from './testing/imap.ts';

it('a flood and a foreign protocol end the session', async () => {
  const server = await imapServer();
  const guard = { resolve: async () => ['127.0.0.1'], allowPrivate: true };
  const place = {
    ...{ server: 'localhost', port: server.port, security: 'none' as const, user: 'desk', mailbox: 'INBOX' },
    ...{ after: 'keep' as const, move_to: 'x', trusted_server: null },
  };
  const session = () =>
    withMailbox(guard, { place, password: 'secret' }, (mailbox) => mailbox.uidsFrom(1)).catch((error) =>
      error instanceof MailboxProblem ? error.code : error,
    );
  server.fault = (command, socket) => {
    if (!/SEARCH/.test(command)) return false;
    const lines = Buffer.from('* 1 EXISTS\r\n'.repeat(20_000));
    const flood = () => {
      if (!socket.destroyed) socket.write(lines, flood);
    };
    flood();
    return true;
  };
  expect(await session()).toBe('too_big');
  server.fault = (what, socket) => what === 'GREETING' && socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(await session()).toBe('timeout');
  await expect.poll(() => server.connections(), { interval: 20 }).toBe(0);
});

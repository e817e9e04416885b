/** Hostile addresses: no connection is made, in any spelling and for any address that a name resolves to. */
import net, { type AddressInfo } from 'node:net';
import { newClient } from '../../src/outbound/post.ts';
import type { Case } from '../case.ts';

export const addresses: Case = {
  name: 'addresses',
  title: 'hostile addresses in every spelling, and names that resolve or are rebound to them',
  isShort: false,
  async run() {
    let connects = 0;
    const server = net.createServer((socket) => {
      connects += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo; // a TCP server's address
    const inner = hostile();
    let turn = 0;
    const faults: string[] = [];
    const attempt = async (host: string, resolve: (name: string) => Promise<string[]>) => {
      const client = newClient({ allowPrivate: false, resolve });
      const { outcome } = await client.post(`http://${host}:${port}/`, host, [], Buffer.from('{}'));
      client.stop();
      if (outcome === 'delivered') faults.push(`${host} was connected to`);
    };
    for (const host of inner) await attempt(host, async (name) => [name]);
    const literals = inner.filter((host) => net.isIP(host.replace(/^\[|\]$/g, '')));
    for (const host of literals) await attempt('one.example', async () => [host.replace(/^\[|\]$/g, '')]);
    // First a public answer, then a private one; and both in one answer.
    for (const host of literals) {
      const address = host.replace(/^\[|\]$/g, '');
      await attempt('two.example', async () => (turn++ % 2 === 0 ? ['93.184.216.34', address] : [address]));
    }
    await attempt('none.example', async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    });
    server.close();
    if (connects > 0) faults.push(`${connects} connections arrived`);
    return { figures: { attempts: inner.length + literals.length * 2 + 1, connects }, faults };
  },
};

/** Loopback and private addresses in every spelling that URL parsers accept. */
function hostile(): string[] {
  const blocks = [
    '127.0.0.1',
    '127.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
  ];
  const spelled = blocks.flatMap((address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
    const hex = (value: number) => value.toString(16).padStart(2, '0');
    const tail = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
    return [
      address,
      String(number),
      `0x${number.toString(16)}`,
      `0${number.toString(8)}`,
      `${a}.${(b << 16) | (c << 8) | d}`,
      `0${a.toString(8)}.${b}.${c}.${d}`,
      `0x${a.toString(16)}.${b}.${c}.${d}`,
      `${address}.`,
      `[::ffff:${address}]`,
      `[::ffff:${tail}]`,
      `[::${address}]`,
      `[64:ff9b::${tail}]`,
      `[2002:${tail}::1]`,
      `[64:ff9b:1::${tail}]`,
    ];
  });
  return [
    ...spelled,
    'localhost',
    'LOCALHOST',
    'localhost.',
    'metadata.google.internal',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
  ];
}

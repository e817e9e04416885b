/** A DNS server on loopback with scripted answers, and the environment that makes a service process use it. */
import dgram from 'node:dgram';

/** IPv4 addresses, or an error code; `silent` never answers. */
export type Answer = string[] | 'unknown' | 'failing' | 'silent';

export interface NameServer {
  /** The answers for a name, in order; the last one repeats. */
  say(name: string, ...answers: Answer[]): void;
  /** Environment variables for a service process. */
  env: Record<string, string>;
  stop(): void;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
const CODES = { unknown: 3, failing: 2 };

export async function startNameServer(): Promise<NameServer> {
  const said = new Map<string, Answer[]>();
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, type, end } = questionIn(question);
    const answers = said.get(name) ?? ['unknown'];
    // Resolvers also send AAAA queries; those do not consume an answer.
    const answer = (type === TYPE_A && answers.length > 1 ? answers.shift() : answers[0]) ?? 'unknown';
    if (answer !== 'silent') socket.send(reply(question.subarray(0, end), type === TYPE_A, answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    say: (name, ...answers) => void said.set(name, answers),
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(asking(socket.address().port))}` },
    stop: () => void socket.close(),
  };
}

/** By default a process uses the machine's DNS servers; this points it at ours. */
function asking(port: number): string {
  return `import { promises as dns } from 'node:dns';
    const Usual = dns.Resolver;
    dns.Resolver = class extends Usual {
      constructor(options) { super(options); this.setServers(['127.0.0.1:${port}']); }
    };`;
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function reply(question: Buffer, isForAddress: boolean, answer: Exclude<Answer, 'silent'>): Buffer {
  const addresses = Array.isArray(answer) && isForAddress ? answer : [];
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : CODES[answer]), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  // Each record repeats the question, has TTL 0 and four bytes of data.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

/** A name server on loopback that answers as it is told, and how a process of the service is made to ask it. */
import dgram from 'node:dgram';

/** Addresses (IPv4), or what is wrong; `silent` never answers. */
export type Answer = string[] | 'unknown' | 'failing' | 'silent';

export interface NameServer {
  /** The answers to a name, one after the other; the last one stays. */
  say(name: string, ...answers: Answer[]): void;
  /** For the environment of a process. */
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
    // Addresses of the sixth version are asked for too; they do not use an answer up.
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

/** Resolvers of a process ask the name servers of the machine; those of this one ask ours. */
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
  // Each names the question, lives for no time, and has four bytes.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

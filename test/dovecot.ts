/** Debian's dovecot, where it is installed: a real IMAP server over TLS for tests. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atFileEnd } from './at-file-end.ts';
import { isThere } from './guide.ts';
import { freePort } from './process.ts';

const DOVECOT = '/usr/sbin/dovecot';
/** It needs an account of its own, which only root can change to. */
export const hasDovecot = existsSync(DOVECOT) && isThere('openssl') && process.getuid?.() === 0;

export interface Dovecot {
  port: number;
  /** Of its certificate. */
  certificate: string;
  deliver(raw: string): void;
  /** Gives all messages new numbers. */
  renumber(): void;
}

export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-dovecot-'));
  const [key, certificate, mail] = ['key.pem', 'certificate.pem', 'mail'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const made = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', ['req', '-x509', ...made, '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'pipe' });
  execFileSync('chmod', ['755', folder]);
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, 'nobody']))) as [number, number];
  for (const name of ['', 'new', 'cur', 'tmp']) {
    mkdirSync(join(mail, name), { recursive: true });
    chownSync(join(mail, name), uid, gid);
  }
  const port = await freePort();
  const lines = [
    ...['protocols = imap', 'listen = 127.0.0.1', `base_dir = ${folder}/run`, `log_path = ${folder}/log`],
    ...['ssl = required', `ssl_cert = <${certificate}`, `ssl_key = <${key}`, `mail_location = maildir:${mail}`],
    ...[`first_valid_uid = 1`, `mail_uid = ${uid}`, `mail_gid = ${gid}`],
    'passdb {\n driver = static\n args = password=secret\n}',
    `userdb {\n driver = static\n args = uid=${uid} gid=${gid} home=${mail}\n}`,
    `service imap-login {\n inet_listener imap {\n port = 0\n }\n inet_listener imaps {\n port = ${port}\n ssl = yes\n }\n}`,
  ];
  const settings = join(folder, 'dovecot.conf');
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const child = spawn(DOVECOT, ['-F', '-c', settings], { stdio: 'ignore' });
  atFileEnd(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  while (!existsSync(join(folder, 'run', 'master.pid'))) {
    if (child.exitCode !== null) throw new Error(`dovecot did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
    await sleep(20);
  }
  let number = 0;
  return {
    port,
    certificate,
    deliver(raw) {
      const file = join(mail, 'tmp', `${number}`);
      writeFileSync(file, raw.replaceAll('\r\n', '\n'));
      chownSync(file, uid, gid);
      execFileSync('mv', [
        file,
        join(mail, 'new', `${Math.floor(Date.now() / 1_000)}.M${number}P1.${userInfo().username}`),
      ]);
      number += 1;
    },
    renumber: () => execFileSync('sh', ['-c', `rm -f ${mail}/dovecot-uid* ${mail}/dovecot.*`]),
  };
}

/** The files for operators: alerts and dashboard name metrics that are served, alerts name parts of the guide, unit and image are sound. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './app.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const isThere = (program: string) => !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;

let metrics: string;
beforeAll(async () => {
  const backups = async () => ({ everySeconds: 60, newest: new Date(), newestVerified: new Date() });
  const app = await testApp({ backups });
  await app.request('GET', '/v1/sites/1');
  metrics = (await app.request('GET', '/metrics')).text;
});

const unknownSettings = (names: string[]) => names.filter((name) => !text('src/config.ts').includes(`'${name}'`));

/** `name{label="value"}` of a query, with the values of its labels. */
const used = (queries: string) => [...queries.matchAll(/\b(masthead_\w+)(?:\{([^}]*)\})?/g)];

describe('alerts and dashboard', () => {
  it.each(['ops/prometheus-rules.yml', 'ops/grafana-dashboard.json'])(
    'name only metrics and labels of /metrics: %s',
    (path) => {
      const queries = used(text(path).replaceAll('\\"', '"'));
      expect(queries.length).toBeGreaterThan(8);
      for (const [, name = '', labels = ''] of queries) {
        const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
        const isDeclared = metrics.includes(`# TYPE ${name.replace(/_bucket$/, '')} `);
        expect(isDeclared, name).toBe(true);
        for (const [, label] of labels.matchAll(/(\w+)=~?"/g))
          expect(lines.length === 0 || lines.some((line) => line.includes(`${label}="`)), `${name} ${label}`).toBe(
            true,
          );
      }
    },
  );

  it('name a part of the guide that exists', () => {
    const runbooks = [...text('ops/prometheus-rules.yml').matchAll(/runbook: (\S+)#(\S+)/g)];
    expect(runbooks).toHaveLength(text('ops/prometheus-rules.yml').match(/- alert:/g)?.length ?? 0);
    for (const [, page = '', part] of runbooks) {
      const heads = [...text(page).matchAll(/^## (.*)$/gm)].map(([, head = '']) =>
        head.toLowerCase().replaceAll(/[^a-z ]/g, ''),
      );
      expect(heads.map((head) => head.replaceAll(' ', '-'))).toContain(part);
    }
  });

  it.skipIf(!isThere('promtool'))('pass promtool', () => {
    const { status, stdout, stderr } = spawnSync('promtool', [
      'check',
      'rules',
      join(ROOT, 'ops/prometheus-rules.yml'),
    ]);
    expect([status, String(stdout) + stderr]).toEqual([0, expect.anything()]);
  });
});

it.skipIf(!isThere('systemd-analyze'))('the unit is little exposed', () => {
  const unit = join(ROOT, 'ops/masthead.service');
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [
    'security',
    '--offline=true',
    '--threshold=20',
    unit,
  ]);
  expect([status, `${stderr}`, `${stdout}`.slice(-200)]).toEqual([0, expect.anything(), expect.stringContaining('OK')]);
});

it('load balancers keep processes that serve cached answers in an outage, and the image is not restarted for one', () => {
  const file = text('ops/haproxy.cfg');
  expect(file).toContain('use_backend ready if { nbsrv(ready) gt 0 }\n  default_backend serving');
  expect(file).toMatch(/backend serving\n {2}option httpchk GET \/readyz\?exclude=database\n/);
  const servers = (name: string) =>
    file
      .split(`\nbackend ${name}\n`)[1]
      ?.split('\nbackend')[0]
      ?.match(/^ {2}server .*/gm) ?? [];
  expect(servers('ready')).toHaveLength(3);
  expect(servers('serving')).toEqual(servers('ready'));
  expect(text('Dockerfile')).toMatch(/HEALTHCHECK[^\n]*\\\n[^\n]*\/healthz/);
});

it.skipIf(!isThere('haproxy'))('HAProxy accepts its file', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(ROOT, 'ops/haproxy.cfg')]);
  expect([status, `${stderr}`]).toEqual([0, expect.anything()]);
});

it('the page on sizing names metrics that exist', () => {
  const names = [...text('docs/sizing.md').matchAll(/`(masthead_\w+?)(?:\{[^`]*)?`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(metrics).toContain(`# TYPE ${name} `);
});

it('the image has everything that the package has, and its files exist', () => {
  const file = text('Dockerfile');
  const shipped = (JSON.parse(text('package.json')).files as string[]).filter((name) => !name.startsWith('!'));
  for (const name of shipped) expect(file).toContain(`COPY --from=build /build/${name} ${name}\n`);
  for (const [, names = ''] of file.matchAll(/^COPY ((?!--from)[^\n]*) \S+$/gm))
    for (const name of names.split(' ')) expect(existsSync(join(ROOT, name)), name).toBe(true);
});

it('the image runs commands that exist, with settings that Masthead knows', () => {
  const file = text('Dockerfile');
  const { scripts, bin, engines } = JSON.parse(text('package.json'));
  for (const [, script = ''] of file.matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty(script);
  // The link that makes the command, and what it links to.
  expect(file).toContain(`ln -s /opt/masthead/${bin.masthead} /usr/local/bin/masthead`);
  const entry = JSON.parse(file.match(/^ENTRYPOINT (.*)$/m)?.[1] ?? '[]');
  const command = JSON.parse(file.match(/^CMD (\[.*\])$/m)?.[1] ?? '[]');
  expect([entry, command]).toEqual([['masthead'], ['start']]);
  expect(existsSync(join(ROOT, 'src/cli', `${command[0]}.ts`))).toBe(true);
  const [, base = '0'] = file.match(/node:(\d+)/) ?? [];
  expect(Number(base)).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace('>=', ''), 10));
  const [, values = ''] = file.match(/^ENV (.*)$/m) ?? [];
  expect(unknownSettings(values.split(' ').map((one) => one.split('=')[0] ?? ''))).toEqual(['NODE_ENV']);
  // A shell form would keep SIGTERM from the program.
  expect(file).not.toMatch(/^(ENTRYPOINT|CMD) [^[]/m);
});

it('the compose file sets only settings that Masthead knows, and a misspelt one would be found', () => {
  const [, block = ''] = text('compose.yaml').match(/ {2}masthead:\n[\s\S]*? {4}environment:\n((?: {6}.*\n)+)/) ?? [];
  const names = [...block.matchAll(/^ {6}(\w+):/gm)].map(([, name = '']) => name);
  expect(names).toContain('DATABASE_URL');
  expect(unknownSettings(names)).toEqual([]);
  expect(unknownSettings(['DATABASE_ULR'])).toEqual(['DATABASE_ULR']);
});

it('the compose file says which values it needs, and mounts files that exist', () => {
  const compose = text('compose.yaml');
  const [head = ''] = compose.split('services:');
  for (const [, name] of compose.matchAll(/\$\{(\w+):\?\}/g)) expect(head).toContain(`#   ${name}=`);
  for (const [, path = ''] of compose.matchAll(/- \.\/(\S+?):/g)) expect(existsSync(join(ROOT, path)), path).toBe(true);
});

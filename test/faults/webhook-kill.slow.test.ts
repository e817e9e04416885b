/** The service is killed with a notification in flight: after a restart it sends the same bytes with the same id. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { receiver, status } from '../../src/features/webhooks/testing/receiver.ts';
import { ADMIN } from '../app.ts';
import { dataFolder, startService } from '../process.ts';

it('a notification in flight when the service was killed is sent again, and none is lost', async () => {
  const env = { DATA_DIR: dataFolder(), WEBHOOK_ALLOW_PRIVATE: '1' };
  const target = await receiver();
  const first = await startService(env);
  const manage = async (url: string, path: string, body: unknown): Promise<Record<string, { id: number }>> => {
    const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/v1/manage${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(201);
    return (await reply.json()) as Record<string, { id: number }>; // a creation's response
  };
  const { site = { id: 0 } } = await manage(first.url, '/sites', { site: { name: 'x', url: 'https://x.example' } });
  const { section = { id: 0 } } = await manage(first.url, `/sites/${site.id}/sections`, { section: { name: 'News' } });
  await manage(first.url, `/sites/${site.id}/webhooks`, { webhook: { url: `${target.url}/hook` } });
  target.answer.with = () => {}; // it never answers
  const article = { title: 'Herring', section_id: section.id, state: 'published' };
  await manage(first.url, `/sites/${site.id}/articles`, { article });
  await expect.poll(() => target.received.length).toBe(1);
  await manage(first.url, `/sites/${site.id}/articles`, { article: { ...article, title: 'Cod' } });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  target.answer.with = status(204);
  const before = target.received.length;
  const began = performance.now();
  await startService(env);
  await expect.poll(() => new Set(target.received.slice(before).map(({ title }) => title)).size).toBe(2);
  console.log(`sent again ${Math.round(performance.now() - began)} ms after the service was started`);
  const [one, two] = target.received.filter(({ title }) => title === 'Herring');
  expect([two?.body, two?.headers['webhook-id']]).toEqual([one?.body, one?.headers['webhook-id']]);
});

/** What a request to a network that gets no answer says. */
import { expect, it } from 'vitest';
import { request } from './client.ts';

const guard = { allowPrivate: false, resolve: async () => ['10.0.0.1'] };

it.each(['https://127.0.0.1/api', 'https://169.254.169.254/', 'https://inner.example/'])(
  'to %s is refused for its address',
  async (url) => {
    await expect(request(guard, url, null)).rejects.toMatchObject({ code: 'address_refused' });
  },
);

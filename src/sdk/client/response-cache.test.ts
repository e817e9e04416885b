import { describe, expect, it } from 'vitest';
import { responseCache } from './response-cache.ts';

describe('the response cache', () => {
  it('stays within its capacity and drops the least recently used first', () => {
    const cache = responseCache(10);
    for (const name of ['a', 'b']) cache.set(name, { etag: name, text: '12345' });
    cache.get('a');
    cache.set('c', { etag: 'c', text: '123' });
    cache.set('d', { etag: 'd', text: '12345678901' });
    expect(['a', 'b', 'c', 'd'].filter((name) => cache.get(name))).toEqual(['a', 'c']);
    cache.set('a', { etag: 'a2', text: '1234567' });
    expect(['a', 'c'].map((name) => cache.get(name)?.etag)).toEqual(['a2', 'c']);
  });
});

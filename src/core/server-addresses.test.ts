import { expect, it } from 'vitest';
import { serverAddresses } from './server-addresses.ts';

it.each([
  ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db']],
  ['postgresql:///db?host=/run/postgresql', ['postgresql:///db?host=/run/postgresql']],
  [
    'postgres://u:p%40,@a:5432,[::1]:5433,c/db?target_session_attrs=read-write&sslmode=require',
    ['a:5432', '[::1]:5433', 'c'].map((host) => `postgres://u:p%40,@${host}/db?sslmode=require`),
  ],
  [
    'postgres://a,b/db?sslmode=require&target_session_attrs=primary',
    ['postgres://a/db?sslmode=require', 'postgres://b/db?sslmode=require'],
  ],
  ['postgres://a,b/db?target_session_attrs=any', ['postgres://a/db', 'postgres://b/db']],
  ['postgres://a,b/db?target_session_attrs=standby', null],
  ['postgres://a,,b/db', null],
])('reads the hosts of %s', (url, addresses) => {
  expect(serverAddresses(url)).toEqual(addresses);
});

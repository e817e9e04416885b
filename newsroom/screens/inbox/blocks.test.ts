import { expect, it } from 'vitest';
import { blocksFor } from './blocks.ts';

const mail = (from_address: string) => ({
  mail: { from_name: 'Bo', from_address, verified_by: null, refused_files: [], received_at: '' },
});

it.each([
  [{ author_credit: 'Bo Lind', url: 'https://www.spam.example/a' }, null, ['person Bo Lind', 'domain spam.example']],
  [{ author_credit: ' ', url: null }, mail('bo@mail.example'), ['domain mail.example']],
  [{ author_credit: '', url: 'https://mail.example/x' }, mail('bo@mail.example'), ['domain mail.example']],
  [{ author_credit: '', url: 'nothing' }, mail('nobody'), []],
])('of %j and %j are offered %j', (article, item, offered) => {
  expect(blocksFor({ article, item }).map(({ kind, value }) => `${kind} ${value}`)).toEqual(offered);
});

import { expect, it } from 'vitest';
import { blocksFor } from './blocks.ts';

const mail = (from_address: string) => ({ mail: { from_address }, submission: null });
const form = (email: string) => ({ mail: null, submission: { email } });

it.each([
  [{ author_credit: 'Bo Lind', url: 'https://www.spam.example/a' }, null, ['author Bo Lind', 'domain spam.example']],
  [{ author_credit: ' ', url: null }, mail('bo@mail.example'), ['address bo@mail.example', 'domain mail.example']],
  [
    { author_credit: '', url: 'https://mail.example/x' },
    mail('bo@mail.example'),
    ['address bo@mail.example', 'domain mail.example'],
  ],
  [
    { author_credit: 'Bo', url: null },
    form('bo@mail.example'),
    ['address bo@mail.example', 'author Bo', 'domain mail.example'],
  ],
  [{ author_credit: 'Bo', url: null }, form(''), ['author Bo']],
  [{ author_credit: '', url: 'nothing' }, mail('nobody'), []],
])('of %j and %j are offered %j', (article, item, offered) => {
  expect(blocksFor({ article, item }).map(({ named, value }) => `${named} ${value}`)).toEqual(offered);
});

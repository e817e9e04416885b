import { expect, it } from 'vitest';
import { picturesOf } from './pictures.ts';

const { full, thumb } = picturesOf('https://cdn.example/post');
const PATH = '/files/sites/1/boat-3fa9c1d2e4b7~30x70.jpg';

it('loads files of the service from the page’s own host', () => {
  expect(full(`https://cdn.example/post${PATH}`)).toBe(PATH);
  expect(full(PATH)).toBe(PATH);
  expect(thumb(`https://cdn.example/post${PATH}`, 96, 64)).toBe('/thumbs/sites/1/boat-3fa9c1d2e4b7~30x70_s96x64.jpg');
  expect(thumb(PATH, 96, 64)).toBe('/thumbs/sites/1/boat-3fa9c1d2e4b7~30x70_s96x64.jpg');
});

it('leaves other addresses alone', () => {
  for (const other of [
    `https://other.example${PATH}`,
    `https://cdn.example/elsewhere${PATH}`,
    'https://cdn.example/post/logo.svg',
    `https://cdn.example/post.evil${PATH}`,
    'data:image/gif;base64,R0lGOD',
  ]) {
    expect(full(other)).toBe(other);
    expect(thumb(other, 96, 64)).toBe(other);
  }
});

import { describe, expect, it } from 'vitest';
import { problemAfter, problemBefore, SendFailure } from './send.ts';
import { mediaEn as words } from './words-en.ts';

const MIB = 1024 * 1024;
const jpeg = { name: 'a.jpg', type: 'image/jpeg' };
const film = { name: 'a.mp4', type: 'video/mp4' };

describe('a file', () => {
  it('is refused before it is sent when it is too large or of a phone’s own format', () => {
    expect(problemBefore({ ...jpeg, size: 50 * MIB }, words)).toBe(null);
    expect(problemBefore({ ...jpeg, size: 50 * MIB + 1 }, words)).toBe('Too large: at most 50 MiB.');
    expect(problemBefore({ ...film, size: 200 * MIB }, words)).toBe(null);
    expect(problemBefore({ ...film, size: 201 * MIB }, words)).toBe('Too large: at most 200 MiB.');
    expect(problemBefore({ name: 'IMG.HEIC', type: '', size: 1 }, words)).toBe(words.problems.heic);
  });

  it.each([
    [413, 'The file is too large', 'Too large: at most 50 MiB.'],
    [415, 'The file cannot be read as image/png: it is damaged', words.problems.unreadable],
    [415, 'Send JPEG, PNG, WebP', words.problems.wrongType],
    [415, 'HEIC pictures cannot be read here', words.problems.heic],
    [409, 'This file is item 7 of the library already', words.detail.taken],
    [507, 'No space', words.problems.full],
    [503, 'Busy', words.problems.busy],
    [0, '', words.problems.lost],
    [422, 'Something of its own', 'Something of its own'],
  ])('that is %d “%s” has a sentence', (status, message, sentence) => {
    expect(problemAfter(new SendFailure(status, message), jpeg, words)).toBe(sentence);
  });
});

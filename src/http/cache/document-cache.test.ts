import { expect, it } from 'vitest';
import { packed } from '../../core/packed.ts';
import { createDocumentCache } from './document-cache.ts';

const document = (id: number, text: string) => ({
  id,
  hash: `hash of ${text}`,
  doc: { ...packed(text), blocks: Buffer.from(text) },
});

it('finds a document by site, article and hash', () => {
  const documents = createDocumentCache(10_000);
  documents.put(1, document(7, 'Åland'));
  expect(documents.get(1, document(7, 'Åland'))?.blocks.toString()).toBe('Åland');
  for (const [site, other] of [
    [2, document(7, 'Åland')],
    [1, document(8, 'Åland')],
    [1, document(7, 'Öland')],
  ] as const) {
    expect(documents.get(site, other)).toBeUndefined();
  }
});

it('stays within its budget and drops the document that was used longest ago', () => {
  const documents = createDocumentCache(5_000);
  const text = 'x'.repeat(1_000);
  for (const id of [1, 2, 3]) documents.put(1, document(id, text));
  documents.get(1, document(1, text));
  documents.put(1, document(4, text));
  const kept = [1, 2, 3, 4].filter((id) => documents.get(1, document(id, text)));
  expect(kept).toEqual([1, 3, 4]);
  expect(documents.size()).toEqual({ documents: 3, document_bytes: 3_900 });
  documents.put(1, document(4, text));
  expect(documents.size().documents).toBe(3);
  documents.put(1, document(5, 'x'.repeat(6_000)));
  expect(documents.get(1, document(5, 'x'.repeat(6_000)))).toBeUndefined();
  expect(documents.size()).toEqual({ documents: 3, document_bytes: 3_900 });
});

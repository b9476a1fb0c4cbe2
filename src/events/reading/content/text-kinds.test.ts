import { expect, test } from 'vitest';
import { warningOf } from '../moderation/content-warning.ts';
import { withMedia } from './text-kinds.ts';

test('NOTE-02 a picture post (kind 20) shows its title, its text and the pictures that its tags name', () => {
  const tags = [
    ['title', 'Two birds'],
    ['imeta', 'url https://a.example/1.jpg', 'm image/jpeg'],
    ['imeta', 'url https://a.example/2', 'm image/jpeg'],
  ];
  const content = 'Seen today https://a.example/2';
  expect(withMedia({ kind: 20, content, tags }).content).toBe(
    `Two birds\n${content}\nhttps://a.example/1.jpg`,
  );
  expect(withMedia({ kind: 1, content, tags }).content).toBe(content);
});

test('NOTE-02 a content warning counts with and without a reason (NIP-36)', () => {
  expect(warningOf({ tags: [['content-warning', ' blood\n ']] })).toBe('blood');
  expect(warningOf({ tags: [['content-warning']] })).toBe('');
  expect(warningOf({ tags: [['t', 'content-warning']] })).toBeUndefined();
  expect(warningOf({ tags: [['content-warning', 'x'.repeat(1_000)]] })).toHaveLength(200);
});

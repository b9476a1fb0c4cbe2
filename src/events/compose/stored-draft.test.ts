import { expect, test } from 'vitest';
import { writing } from '../../../tests/support/publish/compose-world.ts';
import { NOW, RELAYS, signedNote } from '../../../tests/support/publish/outbox-harness.ts';
import { foldOutbox } from '../publish/outbox/outbox-fold.ts';
import { millis, seconds } from '../core/time.ts';
import { draftOrigin } from './compose.ts';
import { listedTexts } from './stored-draft.ts';

test('COMPOSE-12 BEYOND-05 texts are listed until a relay accepts them, and again if changed', () => {
  const target = `reply:${'a'.repeat(64)} place`;
  const draft = { target, writing: writing('sent'), at: millis(9) };
  const signed = signedNote('j', { content: 'sent' }).map((entry) =>
    entry.type === 'intended' && entry.wish.type === 'event'
      ? { ...entry, wish: { ...entry.wish, origin: draftOrigin(target, draft.writing) } }
      : entry,
  );
  const accepted = {
    job: 'j',
    type: 'answered',
    relay: RELAYS[0],
    accepted: true,
    at: seconds(NOW),
  } as const;
  const texts = (drafts: readonly (typeof draft)[], log: Parameters<typeof foldOutbox>[1]) =>
    listedTexts(drafts, 'root open', foldOutbox(new Map(), log)).map((one) => one.writing.text);
  const changed = { ...draft, writing: { ...draft.writing, text: 'sent, and changed' } };
  const open = { ...draft, target: 'root open' };
  const blank = { ...draft, target: 'root blank', writing: writing(' ') };
  expect(texts([draft, open, blank], signed)).toEqual(['sent']);
  expect(texts([draft], [...signed, accepted])).toEqual([]);
  expect(texts([changed], [...signed, accepted])).toEqual(['sent, and changed']);
});

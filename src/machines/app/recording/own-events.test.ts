import type { AnyEventObject } from 'xstate';
import { expect, test } from 'vitest';
import { isPayload } from '../../../events/account/keys/cipher-payload.ts';
import { millis } from '../../../events/core/time.ts';
import { readRecording } from './read-recording.ts';
import { NAMED } from './recording-rules.ts';
import { recordingText } from './recording-text.ts';

const ME = 'f'.repeat(64);

function recordingOf(events: readonly AnyEventObject[]) {
  const log = events.map((event) => ({ at: millis(0), to: [], event }));
  return { origin: millis(0), boot: undefined, dropped: 0, log };
}

/** The export of one event. */
const exported = (event: AnyEventObject) => recordingText(recordingOf([event]));

test.each(Object.keys(NAMED))(
  'E-32 TRUST-05 %s exports no text of a field without a rule',
  (type) => {
    const word = 'anchovy';
    const draft = {
      kind: 1,
      content: word,
      tags: [['t', word], [word], ['title', word], ['p', ME, '', word]],
    };
    const texts = {
      text: word,
      message: word,
      description: word,
      name: word,
      alias: word,
      alt: word,
      query: word,
      params: { text: word },
      people: { [word]: ME },
      files: [['imeta', word]],
    };
    const wish = { type: 'event', draft, writing: texts, origin: `root ${word}` };
    const event = {
      ...texts,
      draft,
      tell: { draft, verb: 'report_user' },
      event: { ...draft, pubkey: ME, created_at: 1, id: '1'.repeat(64), sig: '2'.repeat(128) },
      answer: { text: word, event: draft },
      entries: [
        { ...texts, type: 'intended', job: '3'.repeat(64), account: ME, at: 1, wish },
        { type: 'refused', reason: { code: 'quoted', params: { text: word } } },
        {
          type: 'intended',
          wish: { list: 'mutes', intents: [{ act: 'add', tag: ['word', word] }] },
        },
      ],
      transaction: texts,
      output: word,
      origin: word,
      place: word,
      invoice: word,
    };
    expect(exported({ type, ...event })).not.toContain(word);
    const intent = { type: 'account.intent', intent: { type, ...event } };
    expect(exported(intent)).not.toContain(word);
  },
);

test('TRUST-05 a typed text leaves once it is published, but not a decrypted text like it', () => {
  const word = 'anchovy #pizza';
  const note = {
    kind: 1,
    content: word,
    tags: [['t', 'pizza']],
    pubkey: ME,
    created_at: 1,
    id: '1'.repeat(64),
    sig: '2'.repeat(128),
  };
  const from = (pubkey: string) => {
    const events: AnyEventObject[] = [
      { type: 'socket.batch', events: [{ ...note, pubkey }] },
      { type: 'compose.write', text: word, now: 1 },
      { type: 'signer.answered', id: '1', answer: { text: word } },
      { type: 'signer.answered', id: '2', answer: { event: note } },
      { type: 'drafts.found', text: word },
    ];
    const read = readRecording(recordingText(recordingOf(events), 'shared', [], [ME]));
    const [, typed, decrypted, signed, draft] = read.log.map(({ event }) => event);
    return [typed?.['text'], decrypted?.['answer'].text, signed?.['answer'].event, draft?.['text']];
  };
  const withheld = expect.not.stringContaining('anchovy');
  expect(from(ME)).toEqual([word, withheld, note, withheld]);
  // somebody else wrote the same
  expect(from('e'.repeat(64))).toEqual([
    withheld,
    withheld,
    expect.objectContaining({ content: withheld, tags: [['t', withheld]] }),
    withheld,
  ]);
});

test('TRUST-05 a request that the account signed cannot be sent again from an export', () => {
  const proof = {
    kind: 30_078,
    content: '{"description":"Sync app settings"}',
    tags: [['d', 'Starling', 'get_app_settings']],
    pubkey: ME,
    created_at: 1,
    id: '1'.repeat(64),
    sig: '2'.repeat(128),
  };
  const text = exported({ type: 'signer.answered', id: '1', answer: { event: proof } });
  expect([text.includes(proof.id), text.includes(proof.sig)]).toEqual([true, false]);
  // the content of saved settings is withheld
  const saved = {
    ...proof,
    content: '{"note":"anchovy"}',
    tags: [['d', 'x', 'set_app_settings']],
  };
  const other = exported({ type: 'signer.answered', id: '1', answer: { event: saved } });
  expect([other.includes('anchovy'), other.includes(saved.id)]).toEqual([false, false]);
});

test('TOOL-02 the stand-in of an encrypted text is one, and blanks stay', () => {
  const sealed = `A${'b'.repeat(134)}=`;
  const sorts = exported({ type: 'hidden', a: ' a word\n', b: '  ', c: sealed, d: sealed });
  const found = readRecording(sorts).log[0]?.event;
  expect(found?.['a']).toMatch(/^ [a-z]{6}\n$/);
  expect([found?.['b'], isPayload('nip44', found?.['c'])]).toEqual(['  ', true]);
  expect(found?.['c']).toHaveLength(sealed.length);
  expect(found?.['c']).not.toBe(sealed);
});

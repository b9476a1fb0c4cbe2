import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../nostr/kinds.ts';
import type { OutboxRecord, OutboxRecords } from '../publish/outbox/outbox.ts';
import { seconds } from '../core/time.ts';
import { firstSteps, type KnownOfAccount, startRecord } from './getting-started.ts';
import { readProfile } from '../facts/profile.ts';
import { pressed } from '../nostr/ours.ts';

const [ME, ANN] = ['a'.repeat(64), 'b'.repeat(64)];
const own = (kind: number, content: string, ...tags: string[][]) =>
  trusted({ pubkey: ME, kind, content, tags });
const profile = (fields: object) => readProfile(own(KIND.Metadata, JSON.stringify(fields)));
const follows = (...keys: string[]) => ({
  current: own(KIND.Contacts, '', ...keys.map((key) => ['p', key])),
  older: [],
});
const waiting = { outcome: 'waiting' } as const;

/** Return an outbox with the event, accepted by a relay or still waiting. */
function outbox(event: NonNullable<OutboxRecord['event']>, isTaken: boolean): OutboxRecords {
  const relay = isTaken ? ({ outcome: 'accepted' } as const) : waiting;
  const record: OutboxRecord = {
    job: 'j',
    account: ME,
    wish: { type: 'event', draft: pressed(event) },
    at: seconds(1),
    template: pressed(event),
    event,
    refusal: undefined,
    relays: new Map([[pressed('wss://r.example'), relay]]),
    broadcast: waiting,
    broadcastTo: [],
    imported: false,
    discarded: false,
  };
  return new Map([['j', record]]);
}

const NEW: KnownOfAccount = {
  pubkey: ME,
  method: 'key',
  isUnsaved: true,
  profile: profile({ name: 'wren' }),
  follows: follows(),
  homeFeed: undefined,
  records: new Map(),
  note: undefined,
};
const done = (known: Partial<KnownOfAccount>) =>
  firstSteps({ ...NEW, ...known }).flatMap(({ step, isDone }) => (isDone ? [step] : []));

describe('opening by itself', () => {
  test('ACCOUNT-19 it is due once for an account that was made here, and never for another account', () => {
    expect([startRecord(undefined, true), startRecord(undefined, false)]).toEqual([
      'due',
      undefined,
    ]);
    for (const isNew of [true, false]) {
      expect(startRecord('seen', isNew)).toBe('seen');
      // the page was reloaded before the screen opened, and the key was saved in between
      expect(startRecord('due', isNew)).toBe('due');
    }
  });

  test('ACCOUNT-19 a stored value of another form counts as no record', () => {
    const junk = fc.anything().filter((kept) => kept !== 'due' && kept !== 'seen');
    fc.assert(
      fc.property(
        junk,
        fc.boolean(),
        (kept, isNew) => startRecord(kept, isNew) === startRecord(undefined, isNew),
      ),
    );
  });
});

describe('finished steps', () => {
  test('ACCOUNT-19 a new account has no finished step, and each step finishes by itself', () => {
    expect(firstSteps(NEW).map(({ step }) => step)).toEqual([
      'profile',
      'follows',
      'feed',
      'backup',
      'note',
    ]);
    expect(done({})).toEqual([]);
    expect(
      done({ profile: profile({ name: 'wren', picture: 'https://p.example/1.jpg' }) }),
    ).toEqual(['profile']);
    expect(done({ profile: profile({ picture: 'https://p.example/1.jpg' }) })).toEqual([]);
    expect(done({ follows: follows(ANN) })).toEqual(['follows']);
    expect(done({ homeFeed: 'x' })).toEqual(['feed']);
    expect(done({ isUnsaved: false })).toEqual(['backup']);
    expect(done({ note: own(KIND.Text, 'hello') })).toEqual(['note']);
  });

  test('ACCOUNT-19 following oneself, a note by another author and a repost finish no step', () => {
    expect(done({ follows: follows(ME) })).toEqual([]);
    expect(done({ note: trusted({ pubkey: ANN, kind: KIND.Text }) })).toEqual([]);
    expect(done({ note: own(KIND.Repost, '') })).toEqual([]);
  });

  test('ACCOUNT-19 INV-OUTCOME a step counts only after a relay accepted its event', () => {
    const note = own(KIND.Text, 'hello');
    const list = follows(ANN);
    const named = profile({ name: 'wren', picture: 'https://p.example/1.jpg' });
    for (const isTaken of [false, true]) {
      const counted = (step: string) => (isTaken ? [step] : []);
      expect(done({ records: outbox(note, isTaken) })).toEqual(counted('note'));
      expect(done({ note, records: outbox(note, isTaken) })).toEqual(counted('note'));
      expect(done({ follows: list, records: outbox(list.current, isTaken) })).toEqual(
        counted('follows'),
      );
      expect(done({ profile: named, records: outbox(named.source, isTaken) })).toEqual(
        counted('profile'),
      );
    }
  });

  test('ACCOUNT-19 an account whose key is kept by another signer has no backup step', () => {
    for (const method of ['extension', 'remote'] as const)
      expect(firstSteps({ ...NEW, method }).map(({ step }) => step)).not.toContain('backup');
  });
});

import { naddrEncode, noteEncode, nprofileEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import type { AnyEventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { millis } from '../../../events/core/time.ts';
import { type Choice, CHOICES } from './left-out.ts';
import { readRecording } from './read-recording.ts';
import type { ActorPath, Recording } from './recorder.ts';
import { recordingContents } from './recording-contents.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedApp } from './replayed-app.ts';

const ME = 'f1'.repeat(32);
const OTHER = 'a2'.repeat(32);
const MINE = 'd3'.repeat(32);
const NOTE = 'c4'.repeat(32);
const LEFT_NOTE = '99'.repeat(32);
const SIG = 'e5'.repeat(64);

const note = (id: string, pubkey: string, more: object = {}) => ({
  id,
  pubkey,
  kind: 1,
  created_at: 7,
  content: 'anchovy',
  tags: [],
  sig: SIG,
  ...more,
});

function recordingOf(
  events: readonly AnyEventObject[],
  to: ActorPath = [],
  input?: unknown,
): Recording {
  const boot = { at: millis(0), input };
  const log = events.map((event) => ({ at: millis(0), to, event }));
  return { origin: millis(0), boot, dropped: 0, log };
}

/** All ways to choose. */
const SUBSETS = Array.from({ length: 2 ** CHOICES.length }, (_, bits) =>
  CHOICES.filter((_one, at) => bits & (1 << at)),
);

/** Words that an export contains. */
const found = (text: string, words: readonly string[]) =>
  words.filter((word) => text.toLowerCase().includes(word));

const batch = (more: object) => ({ type: 'socket.batch', events: [], claims: [], ...more });

describe('choices of the user for a recording', () => {
  test('E-32 TRUST-05 no choice lets a secret or a typed text leave', () => {
    const nsec = nsecEncode(Uint8Array.from({ length: 32 }, (_, i) => i + 1));
    const recording = recordingOf(
      [
        { type: 'compose.write', text: 'pepperoni', now: 1 },
        { type: 'account.intent', intent: { type: 'money.pay', comment: 'pepperoni' } },
        { type: 'screen.opened', order: { key: 'feed:{"query":"pepperoni"}' }, text: 'pepperoni' },
        { type: 'settings.change', change: { searches: ['pepperoni'], selected: nsec } },
        { type: 'login.submit', secret: secretOf('pepperoni'), pin: '24681' },
        batch({ events: [note(NOTE, OTHER, { content: `my ${nsec}`, tags: [['x', nsec]] })] }),
        batch({ claims: [{ claim: 'other', kind: 1, content: { [nsec]: nsec } }] }),
      ],
      ['feed:{"query":"pepperoni"}'],
      { settings: { saved: { note: nsec, searches: ['pepperoni'] } } },
    );
    expect(SUBSETS).toHaveLength(8);
    for (const level of ['shared', 'own'] as const)
      for (const choices of SUBSETS) {
        const text = recordingText(recording, level, choices, [ME]);
        // a recording for this device has typed texts
        const typed = level === 'own' ? [] : ['pepperoni'];
        expect(found(text, [nsec.slice(5), '24681', ...typed]), choices.join()).toEqual([]);
      }
  });

  test('E-32 TRUST-05 without texts the file has no word of a note, profile, article or claim', () => {
    const recording = recordingOf(
      [
        batch({
          events: [
            note(NOTE, OTHER, {
              tags: [
                ['p', OTHER],
                ['title', 'Anchovy'],
                ['a', `30023:${OTHER}:anchovy-pizza`],
                ['Anchovy makes a good tag, too'],
              ],
            }),
            note(MINE, OTHER, { kind: 0, content: '{"name":"anchovy"}' }),
          ],
          claims: [
            { claim: 'names', names: new Map([[OTHER, 'anchovy@home']]) },
            { claim: 'other', kind: 9, content: { anchovy: { anchovy: 1 } } },
            { claim: 'list', list: 'readsTopics', values: ['travel'] },
            range([NOTE], { since: 1, until: 1 }),
          ],
        }),
        { type: 'screen.closed', key: `article:30023:${OTHER}:anchovy-pizza` },
        {
          type: 'thread.fold',
          id: naddrEncode({ kind: 30_023, pubkey: OTHER, identifier: 'anchovy' }),
        },
      ],
      [`article:30023:${OTHER}:anchovy-pizza`],
    );
    expect(found(recordingText(recording), ['anchovy', 'naddr1'])).toEqual(['anchovy', 'naddr1']);
    const text = recordingText(recording, 'shared', ['texts']);
    expect(found(text, ['anchovy', 'naddr1'])).toEqual([]);
    // the shape stays, so that a replay goes the same way
    const kept = [NOTE, OTHER, '"p"', '"title"', '"orderby":"created_at"', 'travel'];
    expect(found(text, kept)).toEqual(kept);
    const [entry] = readRecording(text).log;
    expect(entry?.event['events'][0].tags[2][1]).toMatch(new RegExp(`^30023:${OTHER}:[a-z]{13}$`));
  });

  test('E-32 TRUST-05 without addresses the file names no relay, server or link', () => {
    const relay = 'wss://relay.anchovy.example/inbox';
    const recording = recordingOf(
      [
        batch({
          events: [
            note(NOTE, OTHER, {
              content: `see HTTPS://anchovy.example/a?b=c, ${nprofileEncode({ pubkey: OTHER, relays: [relay] })}`,
              tags: [['r', relay]],
            }),
            note(MINE, OTHER, {
              kind: 0,
              content: String.raw`{"picture":"https:\/\/anchovy.example\/me.png"}`,
            }),
          ],
          claims: [{ claim: 'hints', hints: new Map([[NOTE, relay]]) }],
        }),
        { type: 'screen.closed', key: `/login?relay=${encodeURIComponent(relay)}` },
        { type: `xstate.done.actor.relay ${relay}`, actorId: `relay ${relay}` },
      ],
      ['cache', `relay ${relay}`],
      { cache: { urls: [relay], home: 'https://anchovy.example' } },
    );
    const words = ['anchovy.example', 'inbox', 'me.png', 'nprofile1'];
    expect(found(recordingText(recording), words)).toEqual(words);
    const text = recordingText(recording, 'shared', ['addresses']);
    expect(found(text, words)).toEqual([]);
    // one address has one name, and stays an address
    const { boot, log } = readRecording(text);
    const input = boot?.input as { cache: { urls: readonly string[] } };
    const [url = ''] = input.cache.urls;
    expect(url).toMatch(/^wss:\/\/[a-z]+\/[a-z]+$/);
    expect(log[0]?.to).toEqual(['cache', `relay ${url}`]);
    expect(log[2]?.event.type).toBe(`xstate.done.actor.relay ${url}`);
  });

  test('E-32 TRUST-05 without the account the file has no key, id or signature of the user', () => {
    const left = 'b6'.repeat(32);
    const recording = recordingOf(
      [
        batch({
          events: [note(MINE, ME), note(NOTE, OTHER, { content: 'hi', tags: [['p', ME]] })],
          claims: [
            { claim: 'actions', id: MINE, liked: true },
            { claim: 'names', names: new Map([[ME, 'anchovy@home']]) },
          ],
        }),
        { type: 'thread.fold', id: MINE, npub: npubEncode(ME), note: noteEncode(MINE) },
        // it signs out later
        { type: 'accounts.changed', accounts: [{ pubkey: left, method: 'extension' }] },
        batch({ events: [note(LEFT_NOTE, left, { sig: '77'.repeat(64) })] }),
      ],
      ['screens', `profile:${ME}`],
      { account: { pubkey: ME, method: 'key', lock: 'pin' } },
    );
    const words = [ME, MINE, left, LEFT_NOTE, 'anchovy', '77'.repeat(64), npubEncode(ME), 'note1'];
    expect(found(recordingText(recording), words)).toEqual(words);
    const text = recordingText(recording, 'shared', ['account']);
    expect(found(text, words)).toEqual([]);
    expect(found(text, ['"hi"', NOTE])).toEqual(['"hi"', NOTE]);
    // the actor is still the one of the account
    const { boot, log } = readRecording(text);
    const input = boot?.input as { account: { pubkey: string } };
    expect(log[0]?.to).toEqual(['screens', `profile:${input.account.pubkey}`]);
  });

  test('E-32 TRUST-05 an account that only runs, or was only named by the session, is left out', () => {
    const recording = recordingOf([{ type: 'screen.closed', key: ME, other: OTHER }]);
    expect(found(recordingText(recording, 'shared', ['account'], [ME]), [ME, OTHER])).toEqual([
      OTHER,
    ]);
    const named = recordingOf(
      [{ type: 'session.saved', pubkey: ME }],
      ['account', 'session', 'login'],
    );
    expect(found(recordingText(named, 'shared', ['account']), [ME])).toEqual([]);
  });

  test('TOOL-02 a file with any choice is read and replayed', () => {
    const fake = fakeApp();
    fake.app.start();
    fake.socket.connect();
    fake.app.getSnapshot().children.screens?.send({
      type: 'screen.opened',
      order: { kind: 'feed', key: 'feed:home', input: { base: { verb: 'feed' }, pageSize: 20 } },
    });
    fake.answer('feed', {
      events: [verified({ id: 'n1' })],
      claims: [range(['n1'], { since: 1, until: 1 })],
    });
    const recording = fake.recorder.recording();
    const lost = SUBSETS.map((choices: readonly Choice[]) => {
      const file = recordingText(recording, 'own', choices);
      return replay(replayedApp(), readRecording(file)).lost.length;
    });
    expect(lost).toEqual(SUBSETS.map(() => 0));
  });
});

test('TOOL-02 TRUST-05 the contents of a file are counted: entries, events, claims, ids, lengths', () => {
  const recording = recordingOf([
    batch({ events: [note(NOTE, OTHER), note(MINE, OTHER, { kind: 0 })], claims: [range([], {})] }),
    batch({ events: [note(NOTE, OTHER)] }),
    { type: 'compose.write', text: 'a' },
    { type: 'account.intent', intent: { type: 'compose.open' } },
    { type: 'account.intent', intent: { type: 'money.pay' } },
    { type: `xstate.done.actor.name of anchovy`, output: 1 },
  ]);
  expect(recordingContents(recording)).toEqual({
    entries: 6,
    timers: 0,
    withheld: 3,
    events: [
      [1, 1],
      [0, 1],
    ],
    claims: 1,
    dropped: 0,
    kinds: [
      { type: 'socket.batch', count: 2, hasTexts: true, hasIds: false },
      { type: 'compose.write', count: 1, hasTexts: false, hasIds: true },
      { type: 'account.intent, compose.open', count: 1, hasTexts: true, hasIds: false },
      { type: 'account.intent, money.pay', count: 1, hasTexts: false, hasIds: true },
      { type: 'xstate.done.actor', count: 1, hasTexts: false, hasIds: false },
    ],
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf, type FormFacts, type MessageRelays } from './outgoing-message.ts';
import { pressed } from '../nostr/ours.ts';

const RELAY = pressed('wss://inbox.example');
const named: MessageRelays = { peer: [RELAY], own: [RELAY] };
const unnamed: MessageRelays = { peer: [], own: [RELAY] };
const facts = (more: Partial<FormFacts> = {}): FormFacts => ({
  wanted: undefined,
  relays: named,
  isUnable: false,
  ...more,
});

test('DM-09 a message is private if the peer names relays, else in the old form; the user may choose it', () => {
  expect(formOf(facts())).toEqual({ form: 'nip17', reason: 'named' });
  expect(formOf(facts({ relays: unnamed }))).toEqual({ form: 'nip04', reason: 'unnamed' });
  expect(formOf(facts({ wanted: 'nip04' }))).toEqual({ form: 'nip04', reason: 'chosen' });
  expect(formOf(facts({ wanted: 'nip04', relays: unnamed }))).toEqual({
    form: 'nip04',
    reason: 'unnamed',
  });
  expect(formOf(facts({ isUnable: true }))).toEqual({ form: 'nip17', reason: 'unable' });
});

test('DM-09 the old form needs a choice or a peer without relays, and the private form needs relays', () => {
  const any = fc.record({
    wanted: fc.constantFrom(undefined, 'nip04', 'nip17'),
    relays: fc.constantFrom<FormFacts['relays']>('asking', 'unknown', named, unnamed),
    isUnable: fc.boolean(),
  });
  fc.assert(
    fc.property(any, (one) => {
      const { form } = formOf(one);
      if (form === 'nip17') expect(one.relays).toBe(named);
      if (form === 'nip04') expect(one.wanted === 'nip04' || one.relays === unnamed).toBe(true);
    }),
  );
});

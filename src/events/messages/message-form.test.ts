import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf, type FormFacts, type MessageRelays } from './outgoing-message.ts';
import { pressed } from '../nostr/ours.ts';

const RELAY = pressed('wss://inbox.example');
const named: MessageRelays = { peer: [RELAY], own: [RELAY] };
const unnamed: MessageRelays = { peer: [], own: [RELAY] };
const facts = (more: Partial<FormFacts> = {}): FormFacts => ({ wanted: undefined, relays: named, isUnable: false, ...more });

test('DM-09 a message goes in private form to who names relays for it, else in the old form; a person may choose that one, and the reason says so', () => {
  expect(formOf(facts())).toEqual({ form: 'nip17', reason: 'named' });
  expect(formOf(facts({ relays: unnamed }))).toEqual({ form: 'nip04', reason: 'unnamed' });
  expect(formOf(facts({ wanted: 'nip04' }))).toEqual({ form: 'nip04', reason: 'chosen' });
  expect(formOf(facts({ wanted: 'nip04', relays: unnamed }))).toEqual({ form: 'nip04', reason: 'unnamed' });
  expect(formOf(facts({ isUnable: true }))).toEqual({ form: 'nip17', reason: 'unable' });
});

test('DM-09 nothing goes in the old form by itself while nobody knows or the signer is unable, and nothing in private form to who names no relays', () => {
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

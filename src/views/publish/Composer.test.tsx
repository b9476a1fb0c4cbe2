// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { elapse } from '../../../tests/support/clock.ts';
import { fakeApp } from '../../../tests/support/fake-app.ts';
import { verified } from '../../../tests/support/fake-cache.ts';
import { fakeHub } from '../../../tests/support/fake-hub.ts';
import { fakePort } from '../../../tests/support/fake-port.ts';
import { ME, outboxWorld, RELAYS } from '../../../tests/support/outbox-world.ts';
import { installTopLayer } from '../../../tests/support/top-layer.ts';
import { HOME, uploadPorts } from '../../../tests/support/upload-world.ts';
import type { ComposeAim } from '../../events/publish/compose.ts';
import { npubOf } from '../../events/nip19.ts';
import {
  composeMachine,
  type DraftCommand,
  type DraftInput,
  type DraftSignal,
  type EmojiCommand,
  type EmojiSignal,
} from '../../machines/publish/compose.machine.ts';
import { mentionMachine } from '../../machines/publish/mention.machine.ts';
import { AppProvider } from '../app/app-context.ts';
import { Composer } from './Composer.tsx';

const ANN = '2'.repeat(64);
let undo: () => void = () => undefined;
beforeEach(() => {
  undo = installTopLayer();
});
afterEach(() => {
  cleanup();
  undo();
});

function shown(aim: ComposeAim = { type: 'note' }) {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
  const hub = fakeHub();
  const clock = new SimulatedClock();
  const uploads = uploadPorts();
  const emojis = fakePort<EmojiCommand, { account: string }, EmojiSignal>();
  const compose = createActor(composeMachine.provide({ actors: { drafts: drafts.logic, uploads: uploads.logic, emojis: emojis.logic } }), {
    input: { account: ME, aim, outbox: tab.actor, hub: hub.hub, signer: uploads.signer.ref, home: HOME },
    clock,
  }).start();
  drafts.report({ type: 'draft.found', writing: undefined });
  const mention = createActor(mentionMachine, { input: { hub: hub.hub }, clock }).start();
  const { app } = fakeApp();
  app.start();
  const relays = RELAYS.map((url) => ({ url, read: true, write: true }));
  render(
    <AppProvider app={app}>
      <Composer compose={compose} mention={mention} where={() => ({ relays, inboxes: new Map() })} />
    </AppProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
  const type = (value: string) => fireEvent.change(field, { target: { value, selectionStart: value.length } });
  return { world, tab, uploads, emojis, app, drafts, hub, compose, field, type, wait: (ms: number) => act(() => elapse(clock, ms)) };
}
const button = (name: string) => screen.getByRole('button', { name });

test('PUBLISH-04 Ctrl-Enter and click go through one gate: one job, and the button says that it is under way', () => {
  const { tab, field, type } = shown();
  expect(button('Publish')).toHaveProperty('disabled', true);
  type('hello');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.click(button('Publishing'));
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true });
  expect(tab.records()).toHaveLength(1);
  expect([field.readOnly, screen.getByRole('status').textContent]).toEqual([true, 'Waiting for your signature']);
});

test("PUBLISH-02 'Note not signed' is said, and the text can be written on", () => {
  const { tab, field, type } = shown();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => tab.refuse());
  expect(screen.getByRole('alert').textContent).toContain('Note not signed');
  expect([field.value, field.readOnly]).toEqual(['hello', false]);
});

test("PUBLISH-02 'Failed to publish note' is said; it is sent again as it was signed", () => {
  const { world, tab, type } = shown();
  type('hello');
  fireEvent.click(button('Publish'));
  act(() => {
    tab.sign();
    for (const delivery of world.deliveries.slice()) world.answer(delivery, 'rejected', 'no');
    tab.broadcast('none');
  });
  expect(screen.getByRole('alert').textContent).toContain('Failed to publish note');
  fireEvent.click(button('Send again'));
  expect(new Set(world.deliveries.map(({ event }) => event.id)).size).toBe(1);
  expect(world.deliveries.filter(({ open }) => open)).toHaveLength(2);
});

test('a name is completed from the keyboard, and means that account in what is signed (NIP-27)', () => {
  const { hub, tab, field, type, wait } = shown();
  type('hi @an');
  wait(200);
  act(() => hub.answer({ events: [verified({ id: 'p', pubkey: ANN, kind: 0 })] }));
  const option = screen.getByRole('option');
  expect([option.getAttribute('aria-selected'), field.getAttribute('aria-activedescendant')]).toEqual(['true', option.id]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('option')).toBeNull();
  expect(field.value).toMatch(/^hi @\w+ $/);
  fireEvent.click(button('Publish'));
  expect(tab.records()[0]?.template).toMatchObject({ content: `hi nostr:${npubOf(ANN)}`, tags: [['p', ANN]] });
});

test('a closed text asks for one of three answers, in the words of the ledger; Continue editing goes back', () => {
  const { drafts, compose, type } = shown();
  type('hello');
  fireEvent.click(button('Close'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  fireEvent.click(button('Continue editing'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.click(button('Close'));
  expect(button('Discard')).toBeTruthy();
  fireEvent.click(button('Save draft'));
  expect(compose.getSnapshot().status).toBe('done');
  expect(drafts.told().findLast(({ type: told }) => told === 'draft.keep')).toMatchObject({ writing: { text: 'hello' } });
});

test('E-47 a text that will not outlive the page is said to be so', () => {
  const { drafts, type } = shown();
  type('hello');
  act(() => drafts.report({ type: 'draft.unkept', reason: 'full' }));
  expect(screen.getByRole('status').textContent).toBe('The storage of this browser is full. Your text lasts only as long as this page.');
});

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { nsecEncode } from 'nostr-tools/nip19';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runningAccount } from '../../../tests/support/account/account-screen.tsx';
import {
  ANN,
  ME,
  sealed,
  startMessages,
  URL,
} from '../../../tests/support/messages/messages-world.ts';
import { installTopLayer } from '../../../tests/support/views/top-layer.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { millis, seconds } from '../../events/core/time.ts';
import type { OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { templateOf } from '../../events/publish/outbox/event-template.ts';
import { foldOutbox } from '../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { MessageInput } from './MessageInput.tsx';

let undo = () => {};
beforeEach(() => {
  undo = installTopLayer();
});
afterEach(() => {
  cleanup();
  undo();
});

const DRAFT = pressed({ kind: 4, content: sealed(1), tags: [['p', ANN]] });
const TEMPLATE = templateOf(DRAFT, ME, seconds(7));
const answered = (accepted: boolean | undefined): readonly OutboxEntryDraft[] => [
  accepted === undefined
    ? { job: '', type: 'silent', relay: pressed(URL) }
    : { job: '', type: 'answered', relay: pressed(URL), accepted },
  { job: '', type: 'broadcast', accepted: [] },
];

/** The input box of an open conversation. `drafts`: unsent texts of an earlier page. */
async function draw(
  drafts: readonly string[] = [],
  more: (at: number) => Partial<OutgoingMessage> = () => ({}),
) {
  const { app } = await runningAccount(ME);
  const it = startMessages();
  it.find({
    drafts: drafts.map((text, at) => ({
      peer: ANN,
      id: `${at}`,
      text: secretOf(text),
      changedAt: millis(at),
      ...more(at),
    })),
  });
  it.select(ANN);
  render(
    <AppProvider app={app}>
      <MessageInput messages={it.actor} peer={ANN} name="Ann" hasOthers={false} />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const orders = () => it.told.filter(({ type }) => type === 'intents.publish');
  const outgoing = it.child(`outgoing ${ANN}`);
  return {
    app,
    it,
    field,
    orders,
    outgoing,
    /** Press the keys of a text, as a browser enters them: none into a read-only field. */
    type: (text: string) => {
      for (const letter of text)
        if (!field.readOnly)
          fireEvent.change(field, { target: { value: `${field.value}${letter}` } });
    },
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    /** Encrypt the text that is being sent, and create its job. */
    sign: (job: string) =>
      act(() => {
        it.sign(sealed(1));
        outgoing?.send({ type: 'outbox.jobCreated', job });
      }),
    /** `undefined`: no relay is reached. */
    answer: (job: string, accepted: boolean | undefined) =>
      act(() => {
        const origin = String(orders().at(-1)?.['origin']);
        const lines: readonly OutboxEntryDraft[] = [
          { job, type: 'intended', account: ME, wish: { type: 'event', draft: DRAFT, origin } },
          { job, type: 'drafted', template: TEMPLATE, relays: [pressed(URL)] },
          { job, type: 'signed', event: trusted(TEMPLATE) },
          ...answered(accepted).map((line) => ({ ...line, job })),
        ];
        const dated = lines.map((line) => ({ ...line, at: seconds(1) }));
        const record = foldOutbox(new Map(), dated).get(job);
        outgoing?.send({ type: 'outbox.jobChanged', record });
      }),
  };
}
const status = () => screen.queryByText('Sending…')?.getAttribute('role');
const bubbles = () =>
  [...(screen.queryByRole('group', { name: 'Sending…' })?.children ?? [])].map(
    ({ textContent }) => textContent,
  );

test('DM-05 INV-NO-LOSS letters after Enter all reach the next text, and both are sent in order', async () => {
  const it = await draw();
  it.type('first');
  it.enter();
  it.type('second');
  expect([it.field.value, bubbles(), status()]).toEqual(['second', ['first'], 'status']);
  expect(screen.queryByText(/draft/)).toBeNull();
  it.enter();
  it.type('third');
  expect([it.field.value, bubbles()]).toEqual(['third', ['first', 'second']]);
  it.sign('one');
  expect(it.orders()).toHaveLength(1);
  it.answer('one', true);
  expect([it.field.value, bubbles()]).toEqual(['third', ['second']]);
  it.sign('two');
  it.answer('two', true);
  expect([it.field.value, bubbles(), it.orders().length]).toEqual(['third', [], 2]);
  it.app.stop();
});

test('DM-05 INV-NO-LOSS a failed text comes back into an empty field, and the queued one waits', async () => {
  const it = await draw();
  it.type('first');
  it.enter();
  it.type('second');
  it.enter();
  it.sign('one');
  it.answer('one', false);
  expect([it.field.value, bubbles(), it.orders().length]).toEqual(['first', [], 1]);
  expect(screen.getByText(/^Your message was not sent/)).toBeTruthy();
  expect(screen.getByText('2 drafts')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show another' }));
  act(() => it.outgoing?.send({ type: 'outbox.jobMissing' }));
  expect([it.field.value, screen.queryByText(/^Your message was not sent/)]).toEqual([
    'second',
    null,
  ]);
  it.app.stop();
});

test('COMPOSE-12 INV-NO-LOSS a failure leaves the field to its writer, and names the failed text', async () => {
  const it = await draw();
  it.type('first');
  it.enter();
  it.type('sec');
  it.sign('one');
  it.answer('one', false);
  it.type('ond');
  expect(it.field.value).toBe('second');
  const failed = screen.getByRole('group', { name: '1 draft' });
  expect([failed.textContent, screen.queryByText(/^Your message was not sent/)]).toEqual([
    'first',
    expect.anything(),
  ]);
  expect(screen.getByText('2 drafts')).toBeTruthy();
  it.app.stop();
});

test('DM-05 INV-NO-LOSS after a reload the field takes letters while its text is looked up', async () => {
  const it = await draw(['kept']);
  expect([it.field.getAttribute('aria-busy'), it.field.readOnly]).toEqual(['true', false]);
  it.type('!');
  expect(it.field.value).toBe('kept!');
  act(() => it.outgoing?.send({ type: 'outbox.jobMissing' }));
  expect([it.field.value, it.field.getAttribute('aria-busy')]).toEqual(['kept!', null]);
  expect(screen.queryByText(/draft/)).toBeNull();
  it.app.stop();
});

test('DM-05 INV-NO-LOSS a single message without a network waits above the field, which stays empty', async () => {
  const it = await draw();
  it.type('alone');
  it.enter();
  it.sign('one');
  it.answer('one', undefined);
  expect([it.field.value, bubbles()]).toEqual(['', ['alone']]);
  expect(screen.getByText('Waiting for the network').getAttribute('role')).toBe('status');
  it.answer('one', true);
  expect([it.field.value, bubbles(), it.orders().length]).toEqual(['', [], 1]);
  it.app.stop();
});

test('DM-05 INV-NO-LOSS texts of an earlier page stand above the field, and “Send now” sends them', async () => {
  const it = await draw(['one', 'two'], (at) => ({ enteredAt: millis(at * 1_000) }));
  expect([it.field.value, bubbles(), screen.queryByText(/draft/)]).toEqual([
    '',
    ['one', 'two'],
    null,
  ]);
  act(() => {
    it.outgoing?.send({ type: 'outbox.jobMissing' });
    it.it.refuse();
  });
  expect(screen.getByText(/^Your key is locked/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }));
  it.sign('first');
  it.answer('first', true);
  expect(bubbles()).toEqual(['two']);
  it.app.stop();
});

test('DM-05 texts that a failure stopped say that they were not sent, also after a reload', async () => {
  const it = await draw(['kept', 'stopped'], (at) => ({ isUnsent: at === 0 }));
  act(() => it.outgoing?.send({ type: 'outbox.jobMissing' }));
  expect(screen.getByRole('group', { name: 'Not sent' }).textContent).toBe('kept');
  expect(screen.getByText('Not sent').getAttribute('role')).toBe('status');
  it.app.stop();
});

test('TRUST-05 a private key is sent as a message only after one question', async () => {
  const it = await draw();
  const nsec = nsecEncode(new Uint8Array(32).fill(7));
  it.type(nsec);
  it.enter();
  expect([it.field.value, bubbles(), it.it.pending()]).toEqual([nsec, [], []]);
  const asked = () => it.app.getSnapshot().children.dialogs?.getSnapshot().context.queue[0];
  const answer = (yes: boolean) =>
    act(() =>
      it.app.send({
        type: 'dialog.answer',
        id: asked()?.id ?? 0,
        yes,
        now: seconds(1_700_000_000),
      }),
    );
  expect(asked()?.question).toEqual({ code: 'sendSecret' });
  answer(false);
  expect([it.field.value, asked()]).toEqual([nsec, undefined]);
  it.enter();
  answer(true);
  expect([it.field.value, bubbles(), it.it.pending().length]).toEqual(['', [nsec], 1]);
  it.app.stop();
});

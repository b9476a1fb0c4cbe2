// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { A, startSession } from '../../../../tests/support/account/session-world.ts';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { BLANK } from '../../../events/publish/writing/writing.ts';
import { pinMachine } from '../../../machines/account/keys/pin.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { SessionDialogs } from '../session/SessionDialogs.tsx';
import { PinDialog } from './PinDialog.tsx';

withTopLayer();
afterEach(cleanup);

test('ACCOUNT-03 two different PINs leave both fields empty and the focus in the first', () => {
  const pin = createActor(pinMachine, { input: { mode: 'create', pubkey: 'a'.repeat(64) } });
  render(<PinDialog pin={pin.start()} />);
  const fields = ['PIN', 'Repeat the PIN'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  for (const [at, value] of ['a new pin', 'another'].entries()) {
    fields[at]?.focus();
    fireEvent.change(fields[at] ?? document.body, { target: { value } });
  }
  fireEvent.submit(fields[1]?.form ?? document.body);
  expect([
    screen.getByRole('alert').textContent,
    ...fields.map(({ value }) => value),
    document.activeElement === fields[0],
  ]).toEqual(['PINs don’t match', '', '', true]);
});

test('BEYOND-03 the PIN prompt names the waiting requests, and quotes a scheduled note', () => {
  const world = startSession([{ pubkey: A, method: 'key', lock: 'pin' }], A);
  const { ref } = fakeAsker();
  render(<SessionDialogs session={world.actor} />);
  act(() => {
    const due = request(ref, '1', note('good morning'), A);
    if (due.type !== 'sign.request') return;
    world.send({ ...due, request: { ...due.request, reason: { code: 'sign.scheduled' } } });
    world.send(request(ref, '2', note('liked'), A));
  });
  const [scheduled, other] = [...screen.getByRole('dialog').querySelectorAll('p')];
  expect([scheduled?.textContent, other?.textContent]).toEqual([
    'To send your scheduled note: good morning',
    'For: because of 2',
  ]);
});

test('INV-NO-LOSS “Erase the key?” names the scheduled notes and the work without a signature', async () => {
  const it = await runningAccount(A);
  const outbox = it.app.getSnapshot().children.account?.getSnapshot().context.scope?.getSnapshot()
    .children.outbox;
  const draft = pressed({ kind: 1, tags: [], content: 'good morning' });
  const order = { draft, relays: [pressed('wss://one.example')], now: seconds(50) };
  await act(async () => {
    const plan = { due: seconds(9_000_000_000), writing: { ...BLANK, text: 'good morning' } };
    outbox?.send({ type: 'outbox.publish', order: { ...order, origin: 'root 5', plan } });
    outbox?.send({ type: 'outbox.publish', order });
  });
  const pin = createActor(pinMachine, { input: { mode: 'enter', pubkey: A } }).start();
  render(
    <AppProvider app={it.app}>
      <PinDialog pin={pin} />
    </AppProvider>,
  );
  act(() => pin.send({ type: 'pin.forgot' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 scheduled note',
    '1 unsigned post or change',
  ]);
});

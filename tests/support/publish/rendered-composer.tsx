import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { createActor, SimulatedClock } from 'xstate';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { ComposeAim } from '../../../src/events/compose/compose.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { composeMachine } from '../../../src/machines/compose/compose.machine.ts';
import type {
  DraftCommand,
  DraftInput,
  DraftSignal,
  EmojiCommand,
  EmojiSignal,
} from '../../../src/machines/compose/compose-protocol.ts';
import {
  draftListMachine,
  type DraftListStoreCommand,
  type DraftListStoreSignal,
} from '../../../src/machines/compose/draft-list.machine.ts';
import { AppProvider } from '../../../src/views/ui/hooks/app-context.ts';
import { Composer } from '../../../src/views/compose/Composer.tsx';
import { ComposeContext } from '../../../src/views/compose/use-compose.ts';
import { elapse } from '../machines/clock.ts';
import { fakeApp } from '../views/fake-app.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { ME, outboxWorld, RELAYS } from './outbox-world.ts';
import { HOME, uploadPorts } from './upload-world.ts';

interface Opening {
  readonly aim?: ComposeAim;
  /** Events that the read model already contains. */
  readonly facts?: readonly VerifiedEvent[];
}

/**
 * A rendered composer over a real outbox. The test plays its storage, signers, servers and the
 * clock.
 */
export function renderedComposer({ aim = { type: 'note' }, facts = [] }: Opening = {}) {
  const world = outboxWorld({ eager: true });
  const tab = world.open();
  const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
  const emojis = fakePort<EmojiCommand, { account: string }, EmojiSignal>();
  const shelf = fakePort<DraftListStoreCommand, { account: string }, DraftListStoreSignal>();
  const bus = fakeBus();
  const uploads = uploadPorts();
  const clock = new SimulatedClock();
  const draftList = draftListMachine.provide({ actors: { store: shelf.logic } });
  const actors = { drafts: drafts.logic, uploads: uploads.logic, emojis: emojis.logic, draftList };
  const compose = createActor(composeMachine.provide({ actors }), {
    input: {
      account: ME,
      aim,
      scope: tab.scope,
      bus: bus.bus,
      signer: uploads.signer.ref,
      home: HOME,
    },
    clock,
  }).start();
  drafts.report({ type: 'draft.found', writing: undefined });
  const { app } = fakeApp();
  app.start();
  app.send({ type: 'facts.received', events: facts, claims: [], now: seconds(1_800_000_000) });
  const relays = RELAYS.map((url) => ({ url, read: true, write: true }));
  tab.scope.send({ type: 'relayList.changed', relays });
  compose.send({ type: 'relayList.changed', relays });
  render(
    <MemoryRouter>
      <AppProvider app={app}>
        <ComposeContext value={compose}>
          <Composer />
        </ComposeContext>
      </AppProvider>
    </MemoryRouter>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
  const type = (value: string) =>
    fireEvent.change(field, { target: { value, selectionStart: value.length } });
  return {
    world,
    tab,
    uploads,
    emojis,
    drafts,
    shelf,
    bus,
    compose,
    app,
    field,
    type,
    wait: (ms: number) => act(() => elapse(clock, ms)),
  };
}

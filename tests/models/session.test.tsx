// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { beforeAll } from 'vitest';
import type { Account } from '../../src/events/account/account.ts';
import { shortNpub } from '../../src/events/nostr/nip19.ts';
import { sessionMachine } from '../../src/machines/account/session/session.machine.ts';
import { signerMachine } from '../../src/machines/account/signing/signer.machine.ts';
import { accountWalks } from '../support/account/account-walks.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { planted } from '../support/machines/planted.ts';
import { dialog, fetchViews, renderedAccount } from '../support/views/rendered-account.tsx';
import { A, B, HERE } from '../support/account/session-world.ts';
import { button, press, testRenderedTrips } from '../support/views/rendered-trips.ts';

const PATH = '/help';
const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const reader: Account = { pubkey: B, method: 'readonly' };

/** A signer that does not stop at once on request, so that its closing state is visible. */
const lingering = planted(signerMachine, ({ on }) => delete on?.['signer.close']);

function keyOf({ value, context }: AnyMachineSnapshot): string {
  const { account, accounts, move, unlocked } = context;
  const names = accounts.map(({ pubkey, method }: Account) => `${pubkey[0]} ${method}`).toSorted();
  return JSON.stringify([
    value.who,
    value.entry,
    account?.pubkey[0],
    account?.method,
    unlocked.length,
    names,
    move && [move.account?.pubkey[0], move.account?.method, move.leave !== undefined],
  ]);
}

/**
 * Account creation and key backup have their own screens. The signer's test covers requests and
 * their queue.
 */
const ASIDE =
  /^create\.|^sign\.|^session\.(create|closeCreate|backup|closeBackup|saved|arrived|adopt|autoLock)$|\.actor\.(create|backup|store|openDevice|peers)$/;

/** Events that leave states in which the user can only wait. */
const PASSING = /^xstate\.(after|done\.actor\.(signer|leave)|error\.actor\.leave)/;

/**
 * The graph follows the account with a PIN to its end. The other account is only a target of
 * switches, which saves 1,800 edges.
 */
function allows(
  { value, context }: AnyMachineSnapshot,
  { type, ...event }: AnyEventObject,
): boolean {
  const { account } = context;
  const where: unknown = value.who.present ?? value.who;
  if (ASIDE.test(type)) return false;
  if (where === 'closing' || where === 'leaving' || where === 'broken') return PASSING.test(type);
  if (PASSING.test(type)) return false;
  // an open dialog blocks the page behind it
  if (value.entry === 'open') return type.endsWith('.login') || type === 'session.closeLogin';
  if (typeof where === 'object') return type.endsWith('.pin');
  // the model takes one action of a visitor's footer
  if (where === 'visitor') return type === 'session.login';
  if (type === 'session.switch') return event['pubkey'] !== account.pubkey;
  if (type === 'session.leave') return true;
  return (
    account.pubkey === B &&
    (where === 'locked' || where === 'reading' || !/^session.login|^accounts|error/.test(type))
  );
}

const graph = explore(sessionMachine, {
  input: { accounts: [extension, withPin], current: B, autoLock: 5, bus: nobody, ...HERE },
  samples: {
    ...accountWalks.session.samples,
    'session.leave': [{ type: 'session.leave', erase: false }],
    'accounts.changed': [[extension], [extension, reader]].map((accounts) => ({
      type: 'accounts.changed',
      accounts,
      autoLock: 5,
    })),
    'xstate.done.actor.login': [{ account: extension }, { account: undefined }].map((output) => ({
      type: 'xstate.done.actor.login',
      output,
    })),
  },
  key: keyOf,
  allows,
});

async function open(session = sessionMachine) {
  const machines = { session, signer: lingering };
  const world = await renderedAccount(PATH, {
    accounts: [extension, withPin],
    current: B,
    machines,
  });
  await world.settle(() => world.session().send({ type: 'session.autoLock', when: 5 }));
  return { ...world, menu: [''] };
}
type World = Awaited<ReturnType<typeof open>>;

const foot = (): Element =>
  document.getElementById('navigation')?.lastElementChild ?? document.body;
const items = () => [...foot().querySelectorAll('[role=menuitem]')];

async function play(world: World, event: AnyEventObject): Promise<void> {
  await happen(world, event);
  world.menu = [];
  if (button('Account', foot())?.ariaLabel !== 'Account' || document.querySelector('dialog'))
    return;
  await press(world, 'Account', foot());
  world.menu = items().map(
    ({ textContent, ariaDisabled }) => textContent + (ariaDisabled === 'true' ? ', disabled' : ''),
  );
  await press(world, 'Account', foot());
}

async function choose(world: World, name: string): Promise<void> {
  await press(world, 'Account', foot());
  await press(world, name, foot());
  if (items().length > 0) await press(world, 'Account', foot());
}

async function happen(world: World, event: AnyEventObject): Promise<void> {
  const { keys, settle } = world;
  switch (event.type) {
    case 'session.unlock':
      return choose(world, 'Unlock the key');
    case 'session.lock':
      return choose(world, 'Lock the key');
    case 'session.switch':
      return choose(world, `Switch to ${shortNpub(event['pubkey'])}`);
    case 'session.leave':
      await choose(world, 'Sign out');
      return press(world, 'Sign out', dialog('Sign out?'));
    case 'session.login':
      return button('Account', foot())
        ? choose(world, 'Add an account')
        : press(world, 'Sign in', foot());
    case 'accounts.changed':
      return settle(() => keys.store.report(event as never));
    case 'xstate.done.actor.login':
      return event['output'].account
        ? byExtension(world)
        : press(world, 'Close', dialog('Sign in'));
    case 'xstate.done.actor.pin':
      return answerPin(world, event['output'].result);
    case 'xstate.done.actor.leave':
      return settle(() => void keys.promises.answer(undefined));
    case 'xstate.done.actor.erase':
      return press(world, 'Close', dialog('Not everything was removed'));
    case 'xstate.error.actor.leave':
      return settle(() => void keys.promises.fail());
    default:
      return settle(() => world.session().send(event as never));
  }
}

async function byExtension(world: World): Promise<void> {
  await press(world, 'Use a browser extension', dialog('Sign in'));
  await world.settle(() => void world.keys.promises.answer({ pubkey: A }));
}

async function answerPin(world: World, result: string): Promise<void> {
  const asked = dialog('Enter your PIN');
  if (result === 'cancelled') return press(world, 'Close', asked);
  if (result === 'erased') {
    await press(world, 'I forgot my PIN', asked);
    await press(world, 'Erase the key', dialog('Erase the key?'));
  } else {
    const field = asked?.querySelector('input');
    if (field) fireEvent.change(field, { target: { value: '1234' } });
    await press(world, 'Unlock', asked);
  }
  await world.settle(
    () =>
      void world.keys.promises.answer(
        result === 'erased' ? true : result === 'lost' ? 'lost' : 'right',
      ),
  );
  if (result === 'lost') await press(world, 'Sign in again', document.body);
}

function shown({ menu }: World) {
  return {
    foot:
      foot().querySelector('a > span:last-child')?.textContent ??
      foot().querySelector('button')?.ariaLabel,
    menu,
    dialogs: [...document.querySelectorAll('dialog h2')].map(({ textContent }) => textContent),
  };
}

/**
 * ACCOUNT-01, 03, 05 and 15: the current account, whether it can act, its open questions, and the
 * actions it offers.
 */
function due({ value, context, children }: AnyMachineSnapshot): ReturnType<typeof shown> {
  const { account, accounts } = context;
  const where: unknown = value.who.present ?? value.who;
  const isUnlocking = typeof where === 'object';
  const left = children['erase'] ? ['Not everything was removed'] : [];
  const dialogs = isUnlocking ? ['Enter your PIN'] : value.entry === 'open' ? ['Sign in'] : left;
  // an account that is leaving is shown no more
  if (!account || where === 'leaving') return { foot: 'Create account', menu: [], dialogs };
  const status =
    account.method === 'readonly'
      ? 'Read-only'
      : account.method === 'key' && where !== 'ready'
        ? 'Key locked'
        : 'Signed in';
  const others = accounts.filter(({ pubkey }: Account) => pubkey !== account.pubkey);
  const lock =
    account.method !== 'key'
      ? []
      : where === 'ready'
        ? ['Lock the key']
        : [`Unlock the key${where === 'locked' ? '' : ', disabled'}`];
  // no service returns the lists here
  const kept = account.method === 'readonly' ? [] : ['Your lists aren’t confirmed yet, disabled'];
  const menu = [
    ...kept,
    ...others.map(({ pubkey }: Account) => `Switch to ${shortNpub(pubkey)}`),
    'Add an account',
    'Publishing',
    'Membership',
    ...lock,
    'Sign out',
  ];
  return {
    foot: `${shortNpub(account.pubkey)}${status}`,
    menu: dialogs.length > 0 ? [] : menu,
    dialogs,
  };
}

/** A session that treats a locked key as able to sign (planted). */
const careless = planted(sessionMachine, (config) => {
  const { locked } = config['states']?.['who']?.['states']?.['present']?.['states'] ?? {};
  if (locked) locked['tags'] = 'canSign' as never;
});

beforeAll(() => fetchViews(PATH));

testRenderedTrips(
  {
    name: 'the session',
    graph,
    keyOf,
    open: () => open(),
    actor: (world: World): AnyActorRef => world.session(),
    play,
    shown,
    due,
  },
  {
    name: 'a session that takes a locked key for an open one',
    open: () => open(careless),
    fails: /actor.erase *: expected/,
  },
);

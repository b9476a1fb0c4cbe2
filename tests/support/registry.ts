import { fromCallback, fromPromise } from 'xstate';
import { type GettingStartedCommand, gettingStartedMachine } from '../../src/machines/account/getting-started.machine.ts';
import type { Feature } from '../../src/machines/account/feature.ts';
import { accountFeatures } from '../../src/machines/account/features.ts';
import { pictureMachine } from '../../src/machines/account/picture.machine.ts';
import { messagesMachine } from '../../src/machines/messages/messages.machine.ts';
import { tallyMachine } from '../../src/machines/messages/tally.machine.ts';
import { wrapsMachine } from '../../src/machines/messages/wraps.machine.ts';
import { nutzapsMachine } from '../../src/machines/money/nutzaps.machine.ts';
import { ecashMachine } from '../../src/machines/money/ecash.machine.ts';
import { archiveMachine } from '../../src/machines/account/archive.machine.ts';
import type { ArchiveCommand } from '../../src/machines/account/archive-wire.ts';
import { type PasskeysFound, passkeysMachine } from '../../src/machines/account/passkeys.machine.ts';
import { moneyMachine } from '../../src/machines/money/money.machine.ts';
import { type DeskCommand, notificationsMachine } from '../../src/machines/notifications/notifications.machine.ts';
import { composeMachine } from '../../src/machines/publish/compose.machine.ts';

type Provided = Omit<
  Parameters<typeof accountFeatures>[0],
  'compose' | 'messages' | 'wraps' | 'tally' | 'money' | 'ecash' | 'nutzaps' | 'passkeys' | 'archive' | 'picture'
> & {
  readonly compose?: typeof composeMachine;
  readonly messages?: typeof messagesMachine;
  readonly wraps?: typeof wrapsMachine;
  readonly tally?: typeof tallyMachine;
  readonly money?: typeof moneyMachine;
  readonly ecash?: typeof ecashMachine;
  readonly nutzaps?: typeof nutzapsMachine;
  readonly passkeys?: typeof passkeysMachine;
  readonly archive?: typeof archiveMachine;
  readonly picture?: typeof pictureMachine;
};

const desk = fromCallback<DeskCommand, { readonly account: string }>(() => {});
const memory = fromCallback<GettingStartedCommand, { readonly account: string }>(() => {});

const files = fromCallback<ArchiveCommand, { account: string }>(() => {});
const found = fromPromise<PasskeysFound, { account: string }>(async () => ({ passkeys: [], lacks: undefined }));

/** The registry with all of its code here, so that what opens is open at once. */
export function registryOf({
  compose = composeMachine,
  messages = messagesMachine,
  wraps = wrapsMachine,
  tally = tallyMachine,
  money = moneyMachine,
  ecash = ecashMachine,
  nutzaps = nutzapsMachine,
  archive = archiveMachine.provide({ actors: { files } }),
  passkeys = passkeysMachine.provide({ actors: { found } }),
  picture = pictureMachine,
  ...provided
}: Provided = {}): readonly Feature[] {
  const gettingStarted = gettingStartedMachine.provide({ actors: { memory } });
  const notifications = notificationsMachine.provide({ actors: { desk } });
  const fetched = {
    compose: () => Promise.resolve(compose),
    messages: () => Promise.resolve(messages),
    wraps: () => Promise.resolve(wraps),
    tally: () => Promise.resolve(tally),
    money: () => Promise.resolve(money),
    ecash: () => Promise.resolve(ecash),
    nutzaps: () => Promise.resolve(nutzaps),
    passkeys: () => Promise.resolve(passkeys),
    archive: () => Promise.resolve(archive),
    picture: () => Promise.resolve(picture),
  };
  return accountFeatures({ gettingStarted, notifications, ...provided, ...fetched }).map((one) =>
    one.fetched
      ? {
          ...one,
          logic: { compose, messages, wraps, tally, money, ecash, nutzaps, passkeys, archive, picture }[one.id] ?? one.logic,
          fetched: undefined,
        }
      : one,
  );
}

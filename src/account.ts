import { accountPorts } from './adapters/account/account-ports.ts';
import { openAccountStore } from './adapters/account/account-store.ts';
import { openKeyLine } from './adapters/account/key-line.ts';
import { keyWorkerSpawner } from './adapters/account/key-worker.ts';
import type { Storages } from './adapters/app/storage.ts';
import { scriptUrlPolicy } from './adapters/connection/script-url.ts';
import { openWebSocket } from './adapters/connection/web-socket.ts';
import type { AccountCode } from './machines/account/account.machine.ts';
import { loginMachine } from './machines/account/login.machine.ts';
import { pinMachine } from './machines/account/pin.machine.ts';
import { sessionMachine } from './machines/account/session.machine.ts';
import { signerMachine } from './machines/account/signer.machine.ts';

/** The session with its ports, in a chunk of its own: only who has an account or wants one fetches it. */
export function accountCode(storages: Storages, page: Window): AccountCode {
  const store = openAccountStore(storages, storedIn(page));
  const { origin, host, protocol } = page.location;
  const ports = accountPorts({
    keys: openKeyLine(keyWorkerSpawner(scriptUrlPolicy(page, origin))),
    store,
    page: {
      get nostr(): unknown {
        return Reflect.get(page, 'nostr');
      },
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: (text) => console.warn(text),
    eraseMore: () => Promise.resolve(),
    openSocket: openWebSocket,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    now: () => Math.floor(Date.now() / 1_000),
    newId: () => crypto.randomUUID(),
    offer: { relays: [`${protocol === 'https:' ? 'wss' : 'ws'}://${host}`], name: 'Starling', url: origin },
  });
  const pin = pinMachine.provide({ actors: ports.pin });
  const login = loginMachine.provide({ actors: { ...ports.login, pin } });
  const session = sessionMachine.provide({
    actors: { ...ports.session, signer: signerMachine.provide({ actors: ports.signer }), login, pin },
  });
  return { session, input: { ...store.read(), autoLock: false } };
}

/** The page's storage, if it is not switched off. */
function storedIn(page: Window): Parameters<typeof openAccountStore>[1] {
  try {
    void page.localStorage.length;
    return page;
  } catch {
    return undefined;
  }
}

import type { CallbackActorLogic } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { SECRET_KEPT, signingFailure } from '../../../events/account/signing/signing-error.ts';
import { isRevealing } from '../../../events/core/opening-secrets.ts';
import type {
  SignerCommand,
  SignerPortInput,
  SignerSignal,
} from '../../../machines/core/sign-request.ts';
import type { PeerAnswer } from '../../../machines/connection/relay-protocol.ts';
import { openPeerClients, type PeerClients } from '../../connection/relays/peer-connection.ts';
import type { Performance, Performed, SignerBackend } from './signer-backend.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/** The signer machine's port. Each run serves one account. After its end nothing is reported. */
export function signerPort(
  backendOf: (account: Account, peers: PeerClients) => SignerBackend,
): CallbackActorLogic<SignerCommand | PeerAnswer, SignerPortInput> {
  return callbackAdapter<SignerCommand | PeerAnswer, SignerPortInput>((scope) => {
    const { input, sendBack, receive, self } = scope;
    const peers = openPeerClients(self, (event) => {
      if (!isOver) sendBack(event);
    });
    const backend = backendOf(input.account, peers);
    const running = new Map<string, Performance>();
    let isOver = false;
    const report = (signal: SignerSignal): void => {
      if (!isOver && running.has(signal.id)) sendBack(signal);
    };
    const finish = (id: string, performed: Performed): void => {
      report(signalOf(id, performed));
      running.delete(id);
    };
    receive((command) => {
      if (peers.take(command)) return;
      if (command.type === 'signer.abandon') {
        running.get(command.id)?.forget();
        running.delete(command.id);
        return;
      }
      const { id, act } = command;
      if (act.do === 'sign' && isRevealing(act.template)) {
        sendBack({ type: 'signer.failed', id, failure: REVEALING } satisfies SignerSignal);
        return;
      }
      const performance = backend.perform(act, (url) =>
        report({ type: 'signer.challenged', id, url }),
      );
      running.set(id, performance);
      performance.done.then(
        (performed) => finish(id, performed),
        () =>
          finish(id, {
            failure: signingFailure(act.do === 'sign' ? 'event_not_signed' : 'bad-cipher'),
          }),
      );
    });
    return () => {
      isOver = true;
      for (const { forget } of running.values()) forget();
      backend.end();
    };
  });
}

const REVEALING = signingFailure('event_not_signed', { code: SECRET_KEPT });

function signalOf(id: string, performed: Performed): SignerSignal {
  if (performed === 'locked') return { type: 'signer.locked', id };
  if ('failure' in performed) return { type: 'signer.failed', id, failure: performed.failure };
  return { type: 'signer.answered', id, answer: performed };
}

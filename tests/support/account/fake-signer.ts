import type { SigningFailure } from '../../../src/events/account/signing/signing-error.ts';
import { quotedMessage } from '../../../src/events/account/user-message.ts';
import type { PeerAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import { type AnyActorRef, createActor, fromCallback, setup } from 'xstate';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { eventId } from '../../../src/events/nostr/serialize.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type {
  SignAction,
  SignEvent,
  SignerCommand,
  SignerPortInput,
  SignerSignal,
  SignResult,
  SignSettled,
} from '../../../src/machines/core/sign-request.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

/** One prompt as the user of the signer sees it. */
interface Prompt {
  readonly id: string;
  readonly pubkey: string;
  readonly act: SignAction;
  /** The run of the port that the prompt belongs to. */
  readonly life: number;
  abandoned: boolean;
  answers: number;
}

/**
 * Play the signer's port: keep the prompts and answer from the test, truly, falsely, late or twice.
 */
export function fakeSigner() {
  const prompts: Prompt[] = [];
  const lives: Array<{ pubkey: string; ended: boolean; report: (signal: SignerSignal) => void }> =
    [];
  let crash: { message: string; on: SignerCommand['type'] } | undefined;
  const logic = fromCallback<SignerCommand | PeerAnswer, SignerPortInput>(
    ({ input, sendBack, receive }) => {
      const life = { pubkey: input.account.pubkey, ended: false, report: sendBack };
      const index = lives.push(life) - 1;
      receive((command) => {
        if (crash !== undefined && command.type === crash.on) {
          // a failing actor runs no cleanup
          life.ended = true;
          throw new Error(crash.message);
        }
        if (command.type === 'signer.perform') {
          prompts.push({
            id: command.id,
            pubkey: life.pubkey,
            act: command.act,
            life: index,
            abandoned: false,
            answers: 0,
          });
        } else if (command.type === 'signer.abandon')
          for (const prompt of prompts)
            if (prompt.id === command.id && prompt.life === index) prompt.abandoned = true;
      });
      return () => {
        life.ended = true;
      };
    },
  );
  const isOpen = (prompt: Prompt) =>
    prompt.answers === 0 && !prompt.abandoned && !lives[prompt.life]?.ended;
  const say = (prompt: Prompt, signal: SignerSignal) => {
    prompt.answers++;
    lives[prompt.life]?.report(signal);
  };
  return {
    logic,
    prompts,
    lives,
    /** Prompts that an answer would still affect. */
    open: () => prompts.filter(isOpen),
    approve: (prompt: Prompt, lie: Lie = 'none') =>
      say(prompt, { type: 'signer.answered', id: prompt.id, answer: answerTo(prompt, lie) }),
    refuse: (
      prompt: Prompt,
      failure: SigningFailure = { code: 'event_not_signed', detail: quotedMessage('no') },
    ) => say(prompt, { type: 'signer.failed', id: prompt.id, failure }),
    report: (signal: SignerSignal) => lives.at(-1)?.report(signal),
    crashOnNext: (message: string | undefined, on: SignerCommand['type'] = 'signer.perform') => {
      crash = message === undefined ? undefined : { message, on };
    },
  };
}

export type Lie = 'none' | 'pubkey' | 'content' | 'kind' | 'tags' | 'created_at' | 'other form';

function answerTo({ act, pubkey }: Prompt, lie: Lie): SignResult {
  if (act.do !== 'sign')
    return lie === 'none'
      ? { text: PAYLOAD }
      : lie === 'other form'
        ? { event: signedAs({ ...EMPTY, pubkey }) }
        : { text: 'no payload' };
  if (lie === 'other form') return { text: 'x' };
  const honest = { created_at: seconds(7), ...act.template, pubkey };
  return { event: signedAs(lie === 'none' ? honest : { ...honest, ...LIES[lie] }) };
}

const EMPTY = { kind: 1, content: '', tags: [], created_at: seconds(7) };
/** A text in the form of NIP-04. */
const PAYLOAD = `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const LIES: Record<Exclude<Lie, 'none' | 'other form'>, Partial<SignedEvent>> = {
  pubkey: { pubkey: 'e'.repeat(64) },
  content: { content: 'send me money' },
  kind: { kind: 5 },
  tags: { tags: [['p', 'e'.repeat(64)]] },
  created_at: { created_at: seconds(1) },
};

/** An event with the right id, as an adapter would hand it over. */
function signedAs(fields: Omit<SignedEvent, 'id' | 'sig'>): VerifiedEvent {
  const { pubkey, kind, content, tags, created_at } = fields;
  const event = { pubkey, kind, content, tags, created_at };
  return { ...event, id: eventId(event), sig: 'f'.repeat(128) } as VerifiedEvent;
}

/** A caller that requests signatures and keeps the messages that it receives. */
export function fakeAsker() {
  const settled: SignSettled[] = [];
  const machine = setup({ types: { events: {} as SignSettled } }).createMachine({
    on: { 'sign.settled': { actions: ({ event }) => settled.push(event) } },
  });
  return { ref: createActor(machine).start() as AnyActorRef, settled };
}

export function request(
  from: AnyActorRef,
  id: string,
  act: SignAction,
  pubkey: string,
  quiet = false,
): SignEvent {
  return {
    type: 'sign.request',
    request: { id, from, pubkey, reason: quotedMessage(`because of ${id}`), act, quiet },
  };
}

export const note = (content: string, created_at = 7): SignAction => ({
  do: 'sign',
  template: pressed({ kind: 1, content, tags: [], created_at: seconds(created_at) }),
});

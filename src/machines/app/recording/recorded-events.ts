import type { PinVerdict } from '../../../events/account/keys/pin.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { AccountEvent } from '../../account/session/account.machine.ts';
import type { AccountsSignal, SessionEvent } from '../../account/session/session-protocol.ts';
import type { ExtensionAnswer, KeySignal, PairSignal } from '../../account/keys/key-protocol.ts';
import type { ListsEvent, VersionsSignal } from '../../account/lists/lists-context.ts';
import type { ProfileEditEvent } from '../../account/profile/profile-edit.machine.ts';
import type { CreateEvent } from '../../account/session/create-account.machine.ts';
import type { ProfileEvent } from '../../account/profile/profile.machine.ts';
import type { SignerEvent } from '../../account/signing/signer.machine.ts';
import type { VerifiedNamesEvent } from '../../account/profile/verified-names.machine.ts';
import type { ComposeEvent, EmojiSignal } from '../../compose/compose-protocol.ts';
import type { DraftsEvent } from '../../compose/foreign-drafts.machine.ts';
import type { PoolSignal } from '../../connection/cache.machine.ts';
import type { PeersEvent } from '../../connection/peer-connections.machine.ts';
import type { PermitsSignal, PoolEvent } from '../../connection/relay-pool.machine.ts';
import type { PeerEvent, RelaySignal } from '../../connection/relay-protocol.ts';
import type { CacheSignal } from '../../core/cache-protocol.ts';
import type { DialogsEvent } from '../../core/dialogs.machine.ts';
import type { OutboxLogSignal } from '../../core/outbox-protocol.ts';
import type { HandEvent } from '../../inspector/faults.ts';
import type { MediaServersEvent } from '../../media/upload/media-servers.machine.ts';
import type { MessageDraftsSignal } from '../../messages/message-drafts-protocol.ts';
import type { MessagesEvent } from '../../messages/messages.machine.ts';
import type { VerifyAnswer } from '../../money/payments/payment-context.ts';
import type {
  InvoiceAnswer,
  ServiceAnswer,
  WeblnAnswer,
} from '../../money/payments/payment-setup.ts';
import type { PaymentLogSignal, WalletStoreSignal } from '../../money/payments/money-protocol.ts';
import type { WalletConnectionSignal } from '../../money/wallets/wallet-protocol.ts';
import type { SubscriptionsEvent } from '../../money/zaps/subscriptions.machine.ts';
import type { NotificationsEvent } from '../../notifications/notifications.machine.ts';
import type { FeedEvent } from '../../reading/feed/feed.machine.ts';
import type { ThreadEvent } from '../../reading/thread/thread.machine.ts';
import type { LocalSignal } from '../../settings/settings-sync.machine.ts';
import type { SettingsEvent } from '../../settings/settings.machine.ts';
import type { AppEvent } from '../app.machine.ts';
import type { Intent } from '../features.ts';
import type { ScreensEvent } from '../screens.machine.ts';

/** Events of machines and ports that a recording may have. A rule names one of their types. */
type RecordedEvent =
  | AppEvent
  | ScreensEvent
  | SettingsEvent
  | CacheSignal
  | PoolSignal
  | PoolEvent
  | PermitsSignal
  | PeersEvent
  | RelaySignal
  | AccountEvent
  | SessionEvent
  | AccountsSignal
  | KeySignal
  | PairSignal
  | Intent
  | VersionsSignal
  | ListsEvent
  | ProfileEditEvent
  | CreateEvent
  | ProfileEvent
  | VerifiedNamesEvent
  | EmojiSignal
  | DraftsEvent
  | OutboxLogSignal
  | LocalSignal
  | MediaServersEvent
  | MessagesEvent
  | NotificationsEvent
  | SubscriptionsEvent
  | FeedEvent
  | ThreadEvent
  | HandEvent
  | SignerEvent
  | PeerEvent
  | DialogsEvent
  | ComposeEvent
  | MessageDraftsSignal
  | PaymentLogSignal
  | WalletStoreSignal
  | WalletConnectionSignal
  /** Code of a feature, from XState. */
  | Done<'code', object>
  | Done<'extension', ExtensionAnswer>
  | Done<'open', PinVerdict>
  | Done<'sign', VerifiedEvent>
  | Done<'service', ServiceAnswer>
  | Done<'invoice', InvoiceAnswer>
  | Done<'verify', VerifyAnswer>
  | Done<'webln', WeblnAnswer>;

interface Done<Id extends string, Output> {
  readonly type: `xstate.done.actor.${Id}`;
  readonly output: Output;
}

/** An event whose type is any text would allow a rule of any name. */
type Named<E extends { readonly type: string }> = E extends unknown
  ? `xstate.${string}` extends E['type']
    ? never
    : `xstate.done.actor.${string}` extends E['type']
      ? never
      : `xstate.error.actor.${string}` extends E['type']
        ? never
        : E
  : never;

type Depth = readonly 0[];

/** Fields of data without a type: comments of zaps in saved settings, words of a saved feed. */
type Untyped = 'message' | 'text';

/** Declared names. An object with names of any text declares none. */
type NamesOf<T> = string extends keyof T ? never : keyof T & string;

/**
 * Names of the fields within a value, at any depth. An actor is recorded as its path.
 */
type FieldsIn<T, Left extends Depth> = unknown extends T
  ? Untyped
  : Left extends readonly [0, ...infer Rest extends Depth]
    ? T extends
        | string
        | number
        | { readonly getSnapshot: unknown }
        | ((...parameters: never[]) => unknown)
      ? never
      : T extends ReadonlyMap<infer Key, infer One>
        ? FieldsIn<Key | One, Rest>
        : T extends ReadonlySet<infer One> | readonly (infer One)[]
          ? FieldsIn<One, Rest>
          : T extends object
            ? NamesOf<T> | FieldsIn<T[keyof T], Rest>
            : never
    : never;

type Fields<E> = ReadonlyArray<FieldsIn<E, [0, 0, 0, 0, 0, 0, 0, 0]>>;

/** Rules by type of event: the names of fields that are withheld. */
export type Rules = {
  readonly [E in Named<RecordedEvent> as E['type']]?: Fields<E>;
};

/** Rules by type of event: the names of fields that leave. */
export type NamedRules = {
  readonly [E in Named<RecordedEvent> as E['type']]?: {
    readonly open: Fields<E>;
    readonly published?: Fields<E>;
    readonly whole?: Readonly<Partial<Record<Fields<E>[number], Fields<E>>>>;
  };
};

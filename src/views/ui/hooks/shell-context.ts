import { createContext, type RefObject, use } from 'react';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { HidesEvent } from '../../../events/reading/moderation/moderation.ts';
import type { Intent } from '../../../machines/app/features.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type * as own from '../../app/signed-in-views.ts';

/** Views that a signed-in user sees in place of a visitor's, in a separate chunk. */
export type SignedInViews = typeof own;

export type EarlyAct = 'zap' | 'like' | 'repost' | 'bookmark';

/** The target of an action. A profile can only be zapped. */
export type EarlyTarget = VerifiedEvent | { readonly pubkey: string };

export interface EarlyClick {
  readonly target: EventTarget;
}

/** The reason why the user cannot act: visitors are read-only (ACCOUNT-01). */
export type Refusal = UserMessage<'act.signIn' | 'act.signInToZap'>;

/** State and callbacks of the frame for the current user. */
export interface ShellState {
  /** `undefined` for visitors, who are read-only (ACCOUNT-01). `picture` passed the url policy. */
  readonly account:
    | {
        readonly pubkey: string;
        readonly name: string;
        readonly picture?: readonly string[] | undefined;
      }
    | undefined;
  /** Shown in words under the account's name. */
  readonly status?: 'readsOnly' | 'locked' | 'ready' | undefined;
  readonly unread: Readonly<Partial<Record<'messages' | 'notifications' | 'downloads', number>>>;
  /** Number of published events that no relay has accepted yet (BEYOND-05). */
  readonly unfinished: number;
  /**
   * True if its lists are shown from this device's storage: the network has not answered yet
   * (STATE-03).
   */
  readonly isUnconfirmed?: boolean;
  /** Opens the composer. Visitors get the sign-in prompt (ACCOUNT-01). */
  readonly onNewNote: () => void;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
  readonly others: readonly { readonly pubkey: string; readonly name: string }[];
  readonly onSwitch: (pubkey: string) => void;
  /** `undefined` if there is nothing to lock, or to unlock. */
  readonly onLock?: (() => void) | undefined;
  readonly onUnlock?: (() => void) | undefined;
  /** False while the code that opens the key is loading. */
  readonly canUnlock?: boolean;
  /** Views for signed-in users, once loaded. */
  readonly own?: SignedInViews | undefined;
  /** The foot of the navigation for signed-in users, once loaded. */
  readonly foot?: SignedInViews['OwnFoot'] | undefined;
  /** The menu of the account, once loaded: other accounts, locking, signing out. */
  readonly accountEntries?: SignedInViews['accountEntries'] | undefined;
  /** The entries that the reader's lists hide. */
  readonly hides?: HidesEvent | undefined;
  /**
   * Opens the private part of the mute list. `undefined` if there is none, it is open, or it opens
   * by itself (ACCOUNT-20).
   */
  readonly onOpenMutes?: (() => void) | undefined;
  /**
   * Called when a user who cannot act requests an action. A visitor gets the sign-in dialog with
   * `reason`. `intent` is executed after the sign-in.
   */
  readonly onRefused: (reason: Refusal, intent?: Intent) => void;
  /** Called when an action is pressed before its code is loaded. `press`: on its button. */
  readonly onEarly: (act: EarlyAct, target: EarlyTarget, press?: EarlyClick) => void;
}

/** `undefined` outside the main frame. */
export const ShellContext = createContext<ShellState | undefined>(undefined);

/** The live region that announces screens. `null` until the user navigates on this page. */
export const AnnouncerContext = createContext<RefObject<HTMLElement | null>>({ current: null });

/**
 * The entries that the reader's lists hide (BEYOND-08), for all views and counts. `undefined` for
 * visitors, and while it is unknown.
 */
export function useHides(): HidesEvent | undefined {
  return use(ShellContext)?.hides;
}

import { createContext, type ReactNode, type RefObject, use } from 'react';
import type { Message } from '../../../events/account/user-message.ts';
import type { Hides } from '../../../events/reading/moderation/moderation.ts';
import type { Intent } from '../../../machines/app/features.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type * as own from '../../app/signed-in-views.ts';

/** What whoever is signed in sees in the place of what visitors see: a chunk of its own. */
export type OwnViews = typeof own;

export type EarlyAct = 'reply' | 'zap' | 'like' | 'repost' | 'bookmark';

/** The target of an action. A profile can only be zapped. */
export type EarlyTarget = VerifiedEvent | { readonly pubkey: string };

/** Why somebody cannot act: visitors only read (ACCOUNT-01). */
export type Refusal = Message<'act.signIn' | 'act.signInToZap'>;

/** What the frame knows of the person in front of it, and whom it tells. */
export interface ShellState {
  /** Undefined for visitors, who can only read (ACCOUNT-01). `picture` went through the url policy. */
  readonly account: { readonly pubkey: string; readonly name: string; readonly picture?: readonly string[] | undefined } | undefined;
  /** Under the account's name: a light and words ('5 of 6 relays'). */
  readonly status?: ReactNode;
  readonly unread: Readonly<Partial<Record<'messages' | 'notifications' | 'downloads', number>>>;
  /** How much of what the account published nobody has taken yet (BEYOND-05). */
  readonly unfinished: number;
  /** Its lists are shown as this device keeps them: the network has not answered yet (STATE-03). */
  readonly isUnconfirmed?: boolean;
  readonly onNewNote: () => void;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
  /** Other accounts of this browser. */
  readonly others: readonly { readonly pubkey: string; readonly name: string }[];
  readonly onSwitch: (pubkey: string) => void;
  /** Undefined where there is nothing to lock, or to unlock. */
  readonly onLock?: (() => void) | undefined;
  readonly onUnlock?: (() => void) | undefined;
  /** False while what would open the key is on its way. */
  readonly canUnlock?: boolean;
  /** What who can act sees, once it is fetched. */
  readonly own?: OwnViews | undefined;
  /** The foot of the navigation for whoever is signed in, once it is fetched. */
  readonly foot?: OwnViews['OwnFoot'] | undefined;
  /** The same person's menu, once it is fetched: other accounts, locking, signing out. */
  readonly accountEntries?: OwnViews['accountEntries'] | undefined;
  /** What the reader's lists hide. */
  readonly hides?: Hides | undefined;
  /** Opens its private part; undefined where there is none, it is open, or it opens by itself (ACCOUNT-20). */
  readonly onOpenMutes?: (() => void) | undefined;
  /** Somebody who cannot act asked for an act: a visitor is shown the way in and told `reason`; `order` is done once he is in. */
  readonly onRefused: (reason: Refusal, intent?: Intent) => void;
  /** An act was pressed before there was code for it. */
  readonly onEarly: (act: EarlyAct, target: EarlyTarget) => void;
}

/** Undefined outside of the main frame. */
export const ShellContext = createContext<ShellState | undefined>(undefined);

/** Whether another place was gone to since the page was opened. */
export const MovedContext = createContext<RefObject<boolean>>({ current: false });

/** What the reader's lists hide (BEYOND-08), wherever something is drawn or counted. Undefined for visitors, and while that is not known. */
export function useHides(): Hides | undefined {
  return use(ShellContext)?.hides;
}

import type { UserMessage } from '../user-message.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import type { Replacing } from '../../connection/verb-parameters.ts';
import { query, type VerbName, type Verbs } from '../../connection/verbs.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import type { LegendStyle } from '../../connection/legend.ts';
import {
  proofDraft,
  lastSeenDraft,
  settingsDraft,
  SUBKEYS,
  type Subkey,
  subsettingsDraft,
} from './request-drafts.ts';
import { composed, derived, type Ours } from '../../nostr/ours.ts';
import type { Order } from '../membership/purchase.ts';
import type { Seconds } from '../../core/time.ts';
import type { EventTemplate } from './signed-answer.ts';
import { type MembershipTier, membershipTier } from '../membership/membership.ts';

/** Characters. */
const LONGEST_NAME = 100;

/**
 * A query for private data of the account itself, in the form of `query`. A service may answer it
 * without a proof.
 */
export interface PrivateQuery {
  readonly verb: Extract<VerbName, 'get_directmsg_contacts' | 'get_directmsgs' | 'drafts'>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * A query with a proof of identity (ACCOUNT-18): the draft to sign, and the reason in plain words.
 */
export type SignedQuery = {
  readonly draft: Ours<EventTemplate>;
  readonly reason: UserMessage;
} & (
  | { readonly verb: 'report_user'; readonly payload: Pick<Verbs['report_user'], 'pubkey'> }
  | {
      readonly verb: 'reset_directmsg_count';
      readonly payload: Pick<Verbs['reset_directmsg_count'], 'sender'>;
    }
  | PrivateQuery
  | {
      readonly verb: SavingVerb;
      readonly payload: Replacing;
    }
  | { readonly verb: SignedVerb | WalletVerb }
);

type Proof = { readonly event_from_user: SignedEvent };
/** Verbs of the table whose payload is only the proof. */
type SignedVerb = {
  [V in VerbName]: Verbs[V] extends Proof ? (Proof extends Verbs[V] ? V : never) : never;
}[VerbName];
/** The verbs that save a value. The proof contains it. */
type SavingVerb = Extract<VerbName, 'set_app_settings' | 'set_app_subsettings'>;
/** The verb whose proof is an operation of a wallet. */
type WalletVerb = Extract<VerbName, 'wallet'>;

/**
 * Return the query with its proof. Some verbs carry the proof under another name, because it is
 * also the saved value.
 */
export function withProof(asked: SignedQuery, proof: SignedEvent): ReturnType<typeof query> {
  if (asked.verb === 'set_app_settings')
    return query(asked.verb, { ...asked.payload, settings_event: proof });
  if ('payload' in asked)
    return { verb: asked.verb, payload: { ...asked.payload, event_from_user: proof } };
  if (asked.verb === 'wallet') return query(asked.verb, { operation_event: proof });
  return query(asked.verb, { event_from_user: proof });
}

/** Report an account to the caching service, beside the public report. */
export function reportQuery(pubkey: string, name: string): SignedQuery {
  const draft = proofDraft(
    'report_user',
    JSON.stringify({ description: `report user '${clipLine(name, LONGEST_NAME)}'` }),
  );
  return { verb: 'report_user', payload: { pubkey }, draft, reason: { code: 'sign.tellReport' } };
}

/** Mark the messages of a peer as read, or all messages if `peer` is `undefined`. */
export function markReadQuery(peer: string | undefined): SignedQuery {
  const reason = { code: 'sign.markRead' } as const;
  if (peer === undefined) {
    const draft = proofDraft(
      'mark_all_dms_as_read',
      JSON.stringify({ description: 'mark all messages as read' }),
    );
    return { verb: 'reset_directmsg_counts', draft, reason };
  }
  const draft = proofDraft(
    'reset_direct_message_count',
    JSON.stringify({ description: `reset messages from '${peer}'` }),
  );
  return { verb: 'reset_directmsg_count', payload: { sender: peer }, draft, reason };
}

/**
 * Prove to the service at this address that the account asks for its own private data. The proof is
 * valid for nothing else. If the service sent a challenge, it is valid on that connection alone (as
 * in NIP-42).
 */
export function privateQuery(
  service: string,
  challenge: string | undefined,
  { verb, payload }: PrivateQuery,
): SignedQuery {
  const about: readonly Tag[] = challenge === undefined ? [] : [['challenge', challenge]];
  const draft = proofDraft('direct_messages', '{}', [['relay', service], ...about]);
  return {
    verb,
    payload,
    draft,
    reason: { code: verb === 'drafts' ? 'sign.askDrafts' : 'sign.askMessages' },
  };
}

/** Return the challenge in the text of a service's refusal. */
export function challengeIn(refusal: string): string | undefined {
  return /; challenge=([\da-f]{1,64})$/.exec(refusal)?.[1];
}

/** Ask for the account's membership status (MEMBER-01). */
export function membershipQuery(account: string): SignedQuery {
  return signedQuery('membership_status', '{}', { code: 'sign.askTier' }, [['p', account]]);
}

/** The look of a legend: the colour, and whether badge and ring use it. */
export interface LegendLook {
  readonly style: LegendStyle;
  readonly customBadge: boolean;
  readonly avatarGlow: boolean;
}

/** Save the look of a legend. A legend with a look stays on the leaderboard. */
export function legendQuery(
  account: string,
  { style, customBadge, avatarGlow }: LegendLook,
): SignedQuery {
  const wish = { style, custom_badge: customBadge, avatar_glow: avatarGlow, in_leaderboard: true };
  return signedQuery(
    'membership_legend_customization',
    JSON.stringify(wish),
    { code: 'sign.legend' },
    [['p', account]],
  );
}

/** Ask for the price of a bitcoin in a currency (WALLET-02). */
export function rateQuery(currency: string): SignedQuery {
  const content = JSON.stringify(['exchange_rate', { target_currency: currency }]);
  return {
    verb: 'wallet',
    draft: composed({ kind: RESULT.WalletOperation, content, tags: [] }),
    reason: { code: 'sign.askRate' },
  };
}

/** Ask for the price of a membership: an invoice that buys it. */
export function purchaseQuery(account: string, { product, name, usd }: Order): SignedQuery {
  const wish = {
    name,
    product_id: product,
    receiver_pubkey: account,
    ...(usd === undefined ? {} : { amount_usd: String(usd) }),
  };
  return signedQuery(
    'membership_purchase_product',
    JSON.stringify(wish),
    { code: 'sign.purchase' },
    [['p', account]],
  );
}

/**
 * Return the tier from the answer to `membershipQuery`. An unknown account or an unreadable
 * answer has none.
 */
export function tierIn(claims: readonly Claim[]): MembershipTier {
  const [content] = contentsOf(claims, RESULT.MembershipStatus);
  return membershipTier(isRecord(content) ? field(content, 'tier') : undefined);
}

/** Ask for the account's settings. */
export function settingsQuery(): SignedQuery {
  return {
    verb: 'get_app_settings',
    draft: settingsDraft(),
    reason: { code: 'sign.readSettings' },
  };
}

/**
 * Save settings. The signed event itself is saved. `content`: the text of a JSON object. `before`:
 * the version that it was changed from, so that the service replaces no other one.
 */
export function saveSettingsQuery(content: string, before?: string): SignedQuery {
  return {
    verb: 'set_app_settings',
    payload: { before },
    draft: proofDraft('set_app_settings', content),
    reason: { code: 'sign.saveSettings' },
  };
}

/**
 * True for saved settings. Proofs of other requests have the same kind, so a service could answer
 * with one.
 */
export function isSavedSettings({ kind, tags }: SignedEvent): boolean {
  const purpose = tags.find(([name]) => name === 'd')?.[2];
  return kind === KIND.Settings && (purpose === undefined || purpose === 'set_app_settings');
}

/** Ask for a value that is stored beside the settings: a list of feeds, or wallets. */
export function subsettingsQuery(subkey: Subkey): SignedQuery {
  return {
    verb: 'get_app_subsettings',
    draft: subsettingsDraft(subkey),
    reason: { code: 'sign.readSettings' },
  };
}

/** Save such a value. `value`: JSON text. `before`: as for settings. */
export function saveSubsettingsQuery(subkey: Subkey, value: string, before?: string): SignedQuery {
  return {
    verb: 'set_app_subsettings',
    payload: { before },
    draft: proofDraft(
      `set_app_subsettings_${SUBKEYS[subkey]}`,
      `{"subkey":"${subkey}","settings":${value}}`,
    ),
    reason: { code: 'sign.saveSettings' },
  };
}

/**
 * Mark all notifications up to `at` as seen; `undefined`: up to now. The marker is the date of the
 * signed event.
 */
export function lastSeenQuery(at: Seconds | undefined): SignedQuery {
  const draft = lastSeenDraft();
  return {
    verb: 'set_notifications_seen',
    draft: at === undefined ? draft : derived(draft, (plain) => ({ ...plain, created_at: at })),
    reason: { code: 'sign.markSeen' },
  };
}

/** Return a query whose proof names its verb as the purpose. */
function signedQuery(
  verb: SignedVerb,
  content: string,
  reason: UserMessage,
  about: readonly Tag[] = [],
): SignedQuery {
  return { verb, draft: proofDraft(verb, content, about), reason };
}

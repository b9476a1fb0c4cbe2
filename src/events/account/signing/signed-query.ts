import type { Message } from '../user-message.ts';
import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { query, type VerbName, type Verbs } from '../../connection/verbs.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import type { LegendStyle } from '../../connection/legend.ts';
import { proofDraft, seenDraft, settingsDraft, SUBKEYS, type Subkey, subsettingsDraft } from './request-drafts.ts';
import { composed, derived, type Ours } from '../../nostr/ours.ts';
import type { Order } from '../membership/purchase.ts';
import type { Seconds } from '../../core/time.ts';
import type { EventTemplate } from './signed-answer.ts';
import type { MembershipTier } from '../membership/membership.ts';

/** Characters. */
const LONGEST_NAME = 100;

/** A question about what is private and the account's own, as `query` makes it. A service may answer it without a proof. */
export interface OwnQuery {
  readonly verb: Extract<VerbName, 'get_directmsg_contacts' | 'get_directmsgs' | 'drafts'>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A question that proves who asks (ACCOUNT-18): what is signed for it, and why in plain words. */
export type Privileged = {
  readonly draft: Ours<EventTemplate>;
  readonly reason: Message;
} & (
  | { readonly verb: 'report_user'; readonly payload: Pick<Verbs['report_user'], 'pubkey'> }
  | { readonly verb: 'reset_directmsg_count'; readonly payload: Pick<Verbs['reset_directmsg_count'], 'sender'> }
  | OwnQuery
  | { readonly verb: ProvenVerb | SavingVerb | WalletVerb }
);

type Proof = { readonly event_from_user: SignedEvent };
/** Verbs of the table that are asked with nothing but the proof. */
type ProvenVerb = { [V in VerbName]: Verbs[V] extends Proof ? (Proof extends Verbs[V] ? V : never) : never }[VerbName];
/** The one whose proof is what is saved. */
type SavingVerb = Extract<VerbName, 'set_app_settings'>;
/** The one whose proof is an operation of a wallet. */
type WalletVerb = Extract<VerbName, 'wallet'>;

/** The question with its proof, which goes under a name of its own where it is what is saved (cache-protocol 7.1). */
export function provenQuery(asked: Privileged, proof: SignedEvent): ReturnType<typeof query> {
  if ('payload' in asked) return { verb: asked.verb, payload: { ...asked.payload, event_from_user: proof } };
  if (asked.verb === 'wallet') return query(asked.verb, { operation_event: proof });
  return asked.verb === 'set_app_settings' ? query(asked.verb, { settings_event: proof }) : query(asked.verb, { event_from_user: proof });
}

/** Tells the caching service of somebody who is reported (10.3), beside the report that everybody can read. */
export function reportQuestion(pubkey: string, name: string): Privileged {
  const draft = proofDraft('report_user', JSON.stringify({ description: `report user '${clipLine(name, LONGEST_NAME)}'` }));
  return { verb: 'report_user', payload: { pubkey }, draft, reason: { code: 'sign.tellReport' } };
}

/** Marks the messages of that peer as read, or of everybody where none is named (9.3). */
export function markReadQuestion(peer: string | undefined): Privileged {
  const reason = { code: 'sign.markRead' } as const;
  if (peer === undefined) {
    const draft = proofDraft('mark_all_dms_as_read', JSON.stringify({ description: 'mark all messages as read' }));
    return { verb: 'reset_directmsg_counts', draft, reason };
  }
  const draft = proofDraft('reset_direct_message_count', JSON.stringify({ description: `reset messages from '${peer}'` }));
  return { verb: 'reset_directmsg_count', payload: { sender: peer }, draft, reason };
}

/**
 * Proves to the service at that address that the account asks for what is private and its own; the proof is good for nothing else, and on
 * that connection alone where the service told a challenge (as in NIP-42).
 */
export function ownQuestion(service: string, challenge: string | undefined, { verb, payload }: OwnQuery): Privileged {
  const about: readonly Tag[] = challenge === undefined ? [] : [['challenge', challenge]];
  const draft = proofDraft('direct_messages', '{}', [['relay', service], ...about]);
  return { verb, payload, draft, reason: { code: verb === 'drafts' ? 'sign.askDrafts' : 'sign.askMessages' } };
}

/** The challenge in the words with which a service refuses. */
export function challengeIn(refusal: string): string | undefined {
  return /; challenge=([\da-f]{1,64})$/.exec(refusal)?.[1];
}

/** What the account is to the service (11.1, MEMBER-01). */
export function membershipQuestion(account: string): Privileged {
  return proven('membership_status', '{}', { code: 'sign.askTier' }, [['p', account]]);
}

/** What a legend shows of it: the colour, and whether badge and ring have it (11.2). */
export interface LegendLook {
  readonly style: LegendStyle;
  readonly customBadge: boolean;
  readonly avatarGlow: boolean;
}

/** Has the service keep how a legend looks; whoever has one stays on the leaderboard. */
export function legendQuestion(account: string, { style, customBadge, avatarGlow }: LegendLook): Privileged {
  const wish = { style, custom_badge: customBadge, avatar_glow: avatarGlow, in_leaderboard: true };
  return proven('membership_legend_customization', JSON.stringify(wish), { code: 'sign.legend' }, [['p', account]]);
}

/** What a bitcoin costs in a currency (11.5, WALLET-02). */
export function rateQuestion(currency: string): Privileged {
  const content = JSON.stringify(['exchange_rate', { target_currency: currency }]);
  return { verb: 'wallet', draft: composed({ kind: RESULT.WalletOperation, content, tags: [] }), reason: { code: 'sign.askRate' } };
}

/** Asks what a membership costs: an invoice that buys it (11.2). */
export function purchaseQuestion(account: string, { product, name, usd }: Order): Privileged {
  const wish = { name, product_id: product, receiver_pubkey: account, ...(usd === undefined ? {} : { amount_usd: String(usd) }) };
  return proven('membership_purchase_product', JSON.stringify(wish), { code: 'sign.purchase' }, [['p', account]]);
}

/** Tier by the answer to `membershipQuestion`: of a stranger, or of what cannot be read, none. */
export function tierIn(claims: readonly Claim[]): MembershipTier {
  const [content] = contentsOf(claims, RESULT.MembershipStatus);
  const tier = isRecord(content) ? field(content, 'tier') : undefined;
  return tier === 'premium' || tier === 'premium-legend' ? tier : 'none';
}

/** The account's settings (7.1). */
export function settingsQuestion(): Privileged {
  return { verb: 'get_app_settings', draft: settingsDraft(), reason: { code: 'sign.readSettings' } };
}

/** Saves settings: what is signed is what is saved (7.1). `content`: the text of a JSON object. */
export function saveQuestion(content: string): Privileged {
  return proven('set_app_settings', content, { code: 'sign.saveSettings' });
}

/** True for saved settings; proofs of other requests are events of the same kind, which a service could answer with (15.1). */
export function isSavedSettings({ kind, tags }: SignedEvent): boolean {
  const purpose = tags.find(([name]) => name === 'd')?.[2];
  return kind === KIND.Settings && (purpose === undefined || purpose === 'set_app_settings');
}

/** What is kept beside the settings: a list of feeds, or wallets (7.1, 7.3). */
export function subsettingsQuestion(subkey: Subkey): Privileged {
  return { verb: 'get_app_subsettings', draft: subsettingsDraft(subkey), reason: { code: 'sign.readSettings' } };
}

/** Saves such. `value`: the text of JSON. */
export function saveSubsettingsQuestion(subkey: Subkey, value: string): Privileged {
  return {
    verb: 'set_app_subsettings',
    draft: proofDraft(`set_app_subsettings_${SUBKEYS[subkey]}`, `{"subkey":"${subkey}","settings":${value}}`),
    reason: { code: 'sign.saveSettings' },
  };
}

/** Marks all notifications up to `at` as seen: the marker becomes the date of what is signed (8.3). Undefined: up to now. */
export function seenQuestion(at: Seconds | undefined): Privileged {
  const draft = seenDraft();
  return {
    verb: 'set_notifications_seen',
    draft: at === undefined ? draft : derived(draft, (plain) => ({ ...plain, created_at: at })),
    reason: { code: 'sign.markSeen' },
  };
}

/** A question whose proof is signed for its verb by name. */
function proven(verb: ProvenVerb | SavingVerb, content: string, reason: Message, about: readonly Tag[] = []): Privileged {
  return { verb, draft: proofDraft(verb, content, about), reason };
}

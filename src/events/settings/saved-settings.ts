import { isSavedSettings } from '../account/signing/signed-query.ts';
import type { Claim } from '../connection/claims.ts';
import { newestVersion, type VerifiedEvent } from '../nostr/event.ts';
import { editObject } from '../core/json-object.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { KIND, RESULT } from '../nostr/kinds.ts';
import { derived, type Ours, signedBy } from '../nostr/ours.ts';
import type { Seconds } from '../core/time.ts';
import { isTheme, type Theme } from './appearance.ts';
import { moderationEdits, moderationIn } from '../reading/moderation/moderation-settings.ts';

/** The settings that an account saves with its service (cache-protocol 7.2) and that this device follows. */
export interface SharedSettings {
  readonly theme: Theme;
  readonly animated: boolean;
  /** Whether everything goes through the caching service (RELAY-08); saved as `proxyThroughPrimal`. */
  readonly usePrimalRelay: boolean;
  /** What one is told of, by the names of the service; what is missing is on (NOTIF-06). */
  readonly notifications: Switches;
  readonly notificationsAdditional: Switches;
  /** What filters, and where (SETTINGS-08). */
  readonly moderation: Switches;
}

/** Switches by name. Of a saved map those that are changed are set, and all others stay as they are. */
type Switches = Readonly<Record<string, unknown>>;

const VALUES = ['theme', 'animated', 'usePrimalRelay'] as const;
/** Maps that are saved as they are, and all. */
const SAVED_MAPS = ['notifications', 'notificationsAdditional'] as const;
const MAPS = [...SAVED_MAPS, 'moderation'] as const;
const MOST_SWITCHES = 200;

/** Settings that anybody may suggest: they cost, sign, publish, dial and hide nothing (TRUST-07). */
export type Looks = Pick<SharedSettings, 'theme' | 'animated'>;

/**
 * Settings in an answer: those that the account signed, as it signed them, or the service's word. `content`: the text of a JSON object, whole, also
 * with what only other clients know (INV-PRESERVE). `at`: the date of the signed event. `isDefault`: the account saved none.
 */
export type SettingsFound =
  | { readonly by: 'account'; readonly content: Ours<string>; readonly at?: Seconds }
  | { readonly by: 'service'; readonly content: string; readonly isDefault: boolean; readonly isOlder?: boolean };

const DESCRIPTION = 'Sync app settings';
const MODERATION = [
  { name: 'primal_spam', scopes: ['content', 'trending'] },
  { name: 'primal_nsfw', scopes: ['trending'] },
];

/**
 * Settings in an answer. A service that merged older ones into them (7.1), or altered them, answers with its own word. Undefined where there are
 * none, or where they cannot be read. An empty list of moderation rules gives way to its defaults (SETTINGS-01).
 */
export function settingsIn(
  { events, claims }: { readonly events: readonly VerifiedEvent[]; readonly claims: readonly Claim[] },
  account: string,
): SettingsFound | undefined {
  const signed = newestVersion(events.filter((event) => event.pubkey === account && isSavedSettings(event)));
  if (signed) {
    const content = signedBy(account, signed, (event) => readable(event.content));
    return content === undefined ? undefined : { by: 'account', content, at: signed.created_at };
  }
  for (const claim of claims) {
    if (claim.claim !== 'other') continue;
    const { kind, content: said } = claim;
    const isDefault = kind === RESULT.DefaultSettings;
    if (!isDefault && (kind !== KIND.Settings || !isRecord(said) || field(said, 'pubkey') !== account)) continue;
    const text = isDefault ? JSON.stringify(said) : isRecord(said) ? field(said, 'content') : undefined;
    const content = readable(typeof text === 'string' ? text : '');
    return content === undefined ? undefined : { by: 'service', content, isDefault };
  }
  return undefined;
}

function readable(text: string): string | undefined {
  const content = parseJson(text);
  if (!isRecord(content)) return undefined;
  const rules = field(content, 'contentModeration');
  const isEmpty = Array.isArray(rules) && rules.length === 0;
  return isEmpty ? editObject(text, new Map([['contentModeration', JSON.stringify(MODERATION)]])) : text;
}

/**
 * Found settings, for a device that knows a version of `newest`. A service that answers with an older one has chosen it, so it is the service's word: the
 * account has signed others since (TRUST-07).
 */
export function unlessOlder(found: SettingsFound | undefined, newest: Seconds | undefined): SettingsFound | undefined {
  const isOlder = found?.by === 'account' && found.at !== undefined && newest !== undefined && found.at < newest;
  return isOlder ? { by: 'service', content: found.content, isDefault: false, isOlder } : found;
}

/** The saved settings that this device follows; missing and malformed ones are left out. */
export function sharedIn(content: Ours<string>): Partial<SharedSettings> {
  return derived(content, (text) => sharedFrom(parseJson(text)));
}

/** Those of them that a service may suggest. */
export function looksIn(content: string): Partial<Looks> {
  const { theme, animated } = sharedFrom(parseJson(content));
  return { ...(theme && { theme }), ...(animated !== undefined && { animated }) };
}

/** The same in what JSON holds. */
export function sharedFrom(settings: unknown): Partial<SharedSettings> {
  if (!isRecord(settings)) return {};
  const [theme, animated, proxied] = ['theme', 'animated', 'proxyThroughPrimal'].map((key) => field(settings, key));
  const maps = SAVED_MAPS.flatMap((name) => {
    const map = field(settings, name);
    return isRecord(map) ? [[name, switchesIn(map)] as [(typeof MAPS)[number], Switches]] : [];
  });
  const moderation = moderationIn(settings);
  if (Object.keys(moderation).length > 0) maps.push(['moderation', moderation]);
  return {
    ...(isTheme(theme) ? { theme } : {}),
    ...(typeof animated === 'boolean' ? { animated } : {}),
    ...(typeof proxied === 'boolean' ? { usePrimalRelay: proxied } : {}),
    ...Object.fromEntries(maps),
  };
}

/** Those of a map that are on or off. */
export function switchesIn(map: Switches): Switches {
  return Object.fromEntries(
    Object.entries(map)
      .filter(([, on]) => typeof on === 'boolean')
      .slice(0, MOST_SWITCHES),
  );
}

/** Settings with others on top, switch by switch. */
export function joined(settings: Partial<SharedSettings>, change: Partial<SharedSettings>): Partial<SharedSettings> {
  const maps = MAPS.flatMap((name) => (change[name] ? [[name, { ...settings[name], ...change[name] }] as const] : []));
  return { ...settings, ...change, ...Object.fromEntries(maps) };
}

/** The content to save: everything as it stood, with the changes. */
export function withChange(base: string, { moderation, usePrimalRelay, ...change }: Partial<SharedSettings>): string {
  const settings = parseJson(base);
  const maps = SAVED_MAPS.flatMap((name) => {
    const map = isRecord(settings) ? field(settings, name) : undefined;
    return change[name] ? [[name, { ...(isRecord(map) ? map : {}), ...change[name] }] as const] : [];
  });
  const rules = moderation ? moderationEdits(settings, moderation) : {};
  const proxied = usePrimalRelay === undefined ? {} : { proxyThroughPrimal: usePrimalRelay };
  const edits = Object.entries({ description: DESCRIPTION, ...change, ...proxied, ...Object.fromEntries(maps), ...rules });
  return editObject(base, new Map(edits.map(([key, value]) => [key, JSON.stringify(value)])));
}

/** The settings of `one` that differ from those of `other`. */
export function differing(one: Partial<SharedSettings>, other: Partial<SharedSettings>): Partial<SharedSettings> {
  const values = VALUES.flatMap((name) => (one[name] !== undefined && one[name] !== other[name] ? [[name, one[name]] as const] : []));
  return {
    ...Object.fromEntries(values),
    ...Object.fromEntries(
      MAPS.flatMap((name) => {
        const changed = Object.entries(one[name] ?? {}).filter(([key, on]) => on !== other[name]?.[key]);
        return changed.length > 0 ? [[name, Object.fromEntries(changed)] as const] : [];
      }),
    ),
  };
}

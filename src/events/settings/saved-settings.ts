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

/** The settings that an account saves with its service and that this device follows. */
export interface SharedSettings {
  readonly theme: Theme;
  readonly animated: boolean;
  /**
   * True if everything goes through the caching service (RELAY-08). Saved as `proxyThroughPrimal`.
   */
  readonly usePrimalRelay: boolean;
  /** Notification switches, by the names of the service. A missing switch is on (NOTIF-06). */
  readonly notifications: Switches;
  readonly notificationsAdditional: Switches;
  /** Which filters apply, and where (SETTINGS-08). */
  readonly moderation: Switches;
}

/**
 * Switches by name. Only the changed ones of a saved map are set, and all others stay unchanged.
 */
type Switches = Readonly<Record<string, unknown>>;

const VALUES = ['theme', 'animated', 'usePrimalRelay'] as const;
/** Maps that are saved unchanged, and all maps. */
const SAVED_MAPS = ['notifications', 'notificationsAdditional'] as const;
const MAPS = [...SAVED_MAPS, 'moderation'] as const;
const MOST_SWITCHES = 200;

/**
 * Settings that a service may suggest: they cost, sign, publish, connect and hide nothing
 * (TRUST-07).
 */
export type Looks = Pick<SharedSettings, 'theme' | 'animated'>;

/**
 * Settings in an answer: signed by the account, or a claim of the service. `content`: the complete
 * text of a JSON object, including data of other clients (INV-PRESERVE). `at`: the date of the
 * signed event. `isDefault`: the account saved none. `version`: how the service names this version;
 * the empty text if the account saved none, `undefined` if unknown.
 */
export type SettingsFound = { readonly version?: string | undefined } & (
  | { readonly by: 'account'; readonly content: Ours<string>; readonly at?: Seconds }
  | {
      readonly by: 'service';
      readonly content: string;
      readonly isDefault: boolean;
      readonly isOlder?: boolean;
    }
);

const DESCRIPTION = 'Sync app settings';
const MODERATION = [
  { name: 'primal_spam', scopes: ['content', 'trending'] },
  { name: 'primal_nsfw', scopes: ['trending'] },
];

/**
 * Return the settings in an answer. If the service merged older ones into them or altered them,
 * they are its claim. `undefined` if they are missing or unreadable. An empty list of moderation
 * rules is replaced by the defaults (SETTINGS-01).
 */
export function settingsIn(
  {
    events,
    claims,
  }: { readonly events: readonly VerifiedEvent[]; readonly claims: readonly Claim[] },
  account: string,
): SettingsFound | undefined {
  const signed = newestVersion(
    events.filter((event) => event.pubkey === account && isSavedSettings(event)),
  );
  if (signed) {
    const content = signedBy(account, signed, (event) => readable(event.content));
    const { created_at: at, id: version } = signed;
    return content === undefined ? undefined : { by: 'account', content, at, version };
  }
  for (const claim of claims) {
    if (claim.claim !== 'other') continue;
    const { kind, content: said } = claim;
    const isDefault = kind === RESULT.DefaultSettings;
    if (
      !isDefault &&
      (kind !== KIND.Settings || !isRecord(said) || field(said, 'pubkey') !== account)
    )
      continue;
    const text = isDefault
      ? JSON.stringify(said)
      : isRecord(said)
        ? field(said, 'content')
        : undefined;
    const content = readable(typeof text === 'string' ? text : '');
    const id = isRecord(said) && !isDefault ? field(said, 'id') : '';
    const version = typeof id === 'string' ? id : undefined;
    return content === undefined ? undefined : { by: 'service', content, isDefault, version };
  }
  return undefined;
}

function readable(text: string): string | undefined {
  const content = parseJson(text);
  if (!isRecord(content)) return undefined;
  const rules = field(content, 'contentModeration');
  const isEmpty = Array.isArray(rules) && rules.length === 0;
  return isEmpty
    ? editObject(text, new Map([['contentModeration', JSON.stringify(MODERATION)]]))
    : text;
}

/**
 * Return the found settings for a device that knows a version of `newest`. If the service returns
 * an older version, it is the service's claim, because the account has signed a newer one since
 * (TRUST-07).
 */
export function unlessOlder(
  found: SettingsFound | undefined,
  newest: Seconds | undefined,
): SettingsFound | undefined {
  const isOlder =
    found?.by === 'account' && found.at !== undefined && newest !== undefined && found.at < newest;
  const { version } = found ?? {};
  return isOlder
    ? { by: 'service', content: found.content, isDefault: false, isOlder, version }
    : found;
}

/** Return the saved settings that this device follows. Missing and malformed ones are left out. */
export function sharedIn(content: Ours<string>): Partial<SharedSettings> {
  return derived(content, (text) => sharedFrom(parseJson(text)));
}

/** Return the settings that a service may suggest. */
export function looksIn(content: string): Partial<Looks> {
  const { theme, animated } = sharedFrom(parseJson(content));
  return { ...(theme && { theme }), ...(animated !== undefined && { animated }) };
}

/** Return the same from parsed JSON. */
export function sharedFrom(settings: unknown): Partial<SharedSettings> {
  if (!isRecord(settings)) return {};
  const [theme, animated, proxied] = ['theme', 'animated', 'proxyThroughPrimal'].map((key) =>
    field(settings, key),
  );
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

/** Return the entries of a map that are booleans. */
export function switchesIn(map: Switches): Switches {
  return Object.fromEntries(
    Object.entries(map)
      .filter(([, on]) => typeof on === 'boolean')
      .slice(0, MOST_SWITCHES),
  );
}

/** Merge settings, switch by switch. `change` takes precedence. */
export function joined(
  settings: Partial<SharedSettings>,
  change: Partial<SharedSettings>,
): Partial<SharedSettings> {
  const maps = MAPS.flatMap((name) =>
    change[name] ? [[name, { ...settings[name], ...change[name] }] as const] : [],
  );
  return { ...settings, ...change, ...Object.fromEntries(maps) };
}

/** Return the content to save: everything unchanged, with the changes applied. */
export function withChange(
  base: string,
  { moderation, usePrimalRelay, ...change }: Partial<SharedSettings>,
): string {
  const settings = parseJson(base);
  const maps = SAVED_MAPS.flatMap((name) => {
    const map = isRecord(settings) ? field(settings, name) : undefined;
    return change[name]
      ? [[name, { ...(isRecord(map) ? map : {}), ...change[name] }] as const]
      : [];
  });
  const rules = moderation ? moderationEdits(settings, moderation) : {};
  const proxied = usePrimalRelay === undefined ? {} : { proxyThroughPrimal: usePrimalRelay };
  const edits = Object.entries({
    description: DESCRIPTION,
    ...change,
    ...proxied,
    ...Object.fromEntries(maps),
    ...rules,
  });
  return editObject(base, new Map(edits.map(([key, value]) => [key, JSON.stringify(value)])));
}

export function differing(
  one: Partial<SharedSettings>,
  other: Partial<SharedSettings>,
): Partial<SharedSettings> {
  const values = VALUES.flatMap((name) =>
    one[name] !== undefined && one[name] !== other[name] ? [[name, one[name]] as const] : [],
  );
  return {
    ...Object.fromEntries(values),
    ...Object.fromEntries(
      MAPS.flatMap((name) => {
        const changed = Object.entries(one[name] ?? {}).filter(
          ([key, on]) => on !== other[name]?.[key],
        );
        return changed.length > 0 ? [[name, Object.fromEntries(changed)] as const] : [];
      }),
    ),
  };
}

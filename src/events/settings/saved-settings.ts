import type { Claim } from '../connection/claims.ts';
import type { SignedEvent } from '../event.ts';
import { editObject } from '../json-object.ts';
import { field, isRecord, parseJson } from '../json.ts';
import { KIND, RESULT } from '../kinds.ts';
import { isTheme, type Theme } from './appearance.ts';
import { moderationEdits, moderationIn } from './moderation.ts';

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

/**
 * What the service answered: the account's own, or the defaults where it saved nothing. `content`: the text of a JSON object, whole, also with
 * what only other clients know (INV-PRESERVE).
 */
export interface SettingsFound {
  readonly content: string;
  readonly own: boolean;
  /** It is the service's word: the account did not sign it as it stands (7.1). */
  readonly merged?: true;
}

const DESCRIPTION = 'Sync app settings';
const MODERATION = [
  { name: 'primal_spam', scopes: ['content', 'trending'] },
  { name: 'primal_nsfw', scopes: ['trending'] },
];

/**
 * Settings in an answer: signed, merged by the service and so its word only (7.1), or defaults. Undefined where there are none, or where they
 * cannot be read. An empty list of moderation rules gives way to its defaults (SETTINGS-01).
 */
export function settingsIn(
  { events, claims }: { readonly events: readonly SignedEvent[]; readonly claims: readonly Claim[] },
  account: string,
): SettingsFound | undefined {
  const signed = events.find(({ kind, pubkey }) => kind === KIND.Settings && pubkey === account);
  if (signed) return found(signed.content, true);
  for (const claim of claims) {
    if (claim.claim !== 'other') continue;
    const { kind, content } = claim;
    if (kind === RESULT.DefaultSettings) return found(JSON.stringify(content), false);
    if (kind !== KIND.Settings || !isRecord(content) || field(content, 'pubkey') !== account) continue;
    const text = field(content, 'content');
    const merged = found(typeof text === 'string' ? text : '', true);
    return merged && { ...merged, merged: true };
  }
  return undefined;
}

function found(text: string, own: boolean): SettingsFound | undefined {
  const content = parseJson(text);
  if (!isRecord(content)) return undefined;
  const rules = field(content, 'contentModeration');
  const isEmpty = Array.isArray(rules) && rules.length === 0;
  return { content: isEmpty ? editObject(text, new Map([['contentModeration', JSON.stringify(MODERATION)]])) : text, own };
}

/** The saved settings that this device follows; missing and malformed ones are left out. */
export function sharedIn(content: string): Partial<SharedSettings> {
  return sharedFrom(parseJson(content));
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

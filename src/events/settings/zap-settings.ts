import { field, isRecord, parseJson } from '../core/json.ts';
import { builtIn, derived, type Ours, pressed } from '../nostr/ours.ts';
import { clip } from '../core/text.ts';
import { type Seconds, seconds } from '../core/time.ts';
import type { SettingsFound } from './saved-settings.ts';

/** A zap amount for one press, or a preset: sats, with its message and emoji (SETTINGS-05). */
export interface ZapOption {
  readonly amount: number;
  readonly message: string;
  readonly emoji: string;
}

export interface ZapSettings {
  readonly zapDefault: ZapOption;
  readonly zapConfig: readonly ZapOption[];
}

/** Zap settings that may pay. A claim of the service never is one (TRUST-07). */
export type OwnZaps = Ours<ZapSettings>;

/** The service's defaults for an account that saved none. */
export const DEFAULT_ZAPS: OwnZaps = builtIn({
  zapDefault: { amount: 42, emoji: '🫡', message: 'Onward' },
  zapConfig: [
    { amount: 21, emoji: '👍', message: 'Great post 👍' },
    { amount: 420, emoji: '🚀', message: "Let's go 🚀" },
    { amount: 1_000, emoji: '☕', message: 'Coffee on me ☕' },
    { amount: 5_000, emoji: '🍻', message: 'Cheers 🍻' },
    { amount: 10_000, emoji: '🍷', message: 'Party time 🍷' },
    { amount: 100_000, emoji: '👑', message: 'Generational wealth 👑' },
  ],
});

/** Limit in sats of a zap by one press, because a slip of the finger can be costly. */
export const MOST_SATS = 1_000_000;

/** UTF-16 units of the message that goes with a zap. */
export const LONGEST_MESSAGE = 280;
const MAX_EMOJI = 16;
const MAX_OPTIONS = 6;

/**
 * Return the zaps in settings that an account saved with its service. Missing and malformed ones
 * have their defaults.
 */
export function zapsIn(content: Ours<string>): OwnZaps {
  return derived(content, (text) => zapsFrom(parseJson(text)));
}

/** Return the same from parsed JSON. */
export function zapsFrom(settings: unknown): ZapSettings {
  if (!isRecord(settings)) return DEFAULT_ZAPS;
  const saved = optionIn(field(settings, 'zapDefault'));
  const older = satsIn(field(settings, 'defaultZapAmount'));
  const zapDefault =
    saved ??
    (older === undefined ? DEFAULT_ZAPS.zapDefault : { ...DEFAULT_ZAPS.zapDefault, amount: older });
  return {
    zapDefault,
    zapConfig: optionsIn(field(settings, 'zapConfig')) ?? DEFAULT_ZAPS.zapConfig,
  };
}

/**
 * Return the zaps in force: as the account signed them (`base`), else as this device last knew
 * them, with the changes made here applied. A `base` that is the service's claim changes nothing
 * (TRUST-07).
 */
export function zapsKnown(
  base: SettingsFound | undefined,
  kept: OwnZaps | undefined,
  change: Ours<Partial<ZapSettings>>,
): OwnZaps {
  const saved = base?.by === 'account' ? zapsIn(base.content) : (kept ?? DEFAULT_ZAPS);
  return pressed({
    zapDefault: change.zapDefault ?? saved.zapDefault,
    zapConfig: change.zapConfig ?? saved.zapConfig,
  });
}

/**
 * True if one press may pay that amount without showing it first: this device has shown it before,
 * or it is built in (TRUST-07).
 */
export function isShown({ zapDefault }: OwnZaps, shown: number | undefined): boolean {
  return zapDefault.amount === (shown ?? DEFAULT_ZAPS.zapDefault.amount);
}

/**
 * Return the amount that was last entered or paid on this device, stored beside its zaps. In sats.
 */
export function shownIn(kept: unknown): number | undefined {
  return isRecord(kept) ? satsIn(field(kept, 'shown')) : undefined;
}

/** Return the date of the newest version that this device knows, stored beside its zaps. */
export function newestIn(kept: unknown): Seconds | undefined {
  const at = isRecord(kept) ? field(kept, 'newest') : undefined;
  return typeof at === 'number' && Number.isSafeInteger(at) ? seconds(at) : undefined;
}

function optionsIn(value: unknown): readonly ZapOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value.slice(0, MAX_OPTIONS);
  const options = list.flatMap((one) => optionIn(one) ?? []);
  return options.length > 0 ? options : undefined;
}

function optionIn(value: unknown): ZapOption | undefined {
  if (!isRecord(value)) return undefined;
  const amount = satsIn(field(value, 'amount'));
  const [message, emoji] = [field(value, 'message'), field(value, 'emoji')];
  if (amount === undefined) return undefined;
  return {
    amount,
    message: typeof message === 'string' ? clip(message, LONGEST_MESSAGE) : '',
    emoji: typeof emoji === 'string' ? clip(emoji, MAX_EMOJI) : '',
  };
}

/** Return whole sats. An amount above the limit is reduced to it. */
function satsIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? Math.min(value, MOST_SATS)
    : undefined;
}

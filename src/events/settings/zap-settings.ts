import { field, isRecord, parseJson } from '../json.ts';
import { clip } from '../text.ts';

/** An amount that is zapped at once, sats, with its message (SETTINGS-05). */
export interface ZapPreset {
  readonly amount: number;
  readonly message: string;
}

/** One that is offered. */
export interface ZapOption extends ZapPreset {
  readonly emoji: string;
}

export interface ZapSettings {
  readonly zapDefault: ZapPreset;
  readonly zapConfig: readonly ZapOption[];
}

export const DEFAULT_ZAPS: ZapSettings = {
  zapDefault: { amount: 42, message: 'Onward 🫡' },
  zapConfig: [
    { amount: 21, emoji: '👍', message: 'Great note 👍' },
    { amount: 420, emoji: '🚀', message: 'LFG 🚀' },
    { amount: 1_000, emoji: '💜', message: 'Love it 💜' },
    { amount: 5_000, emoji: '🔥', message: 'Zap of fire 🔥' },
    { amount: 10_000, emoji: '👑', message: 'For the crown 👑' },
    { amount: 100_000, emoji: '🌋', message: 'To the moon 🌋' },
  ],
};

const MAX_SATS = 21_000_000;
const MAX_MESSAGE = 280;
const MAX_EMOJI = 16;
const MAX_OPTIONS = 6;

/** The zaps in what an account saved with its service; what is missing or malformed is as it is by default. `older`: forms of other clients. */
export function zapsIn(content: string): ZapSettings {
  const settings = parseJson(content);
  if (!isRecord(settings)) return DEFAULT_ZAPS;
  const saved = presetIn(field(settings, 'zapDefault'));
  const older = satsIn(field(settings, 'defaultZapAmount'));
  const zapDefault = saved ?? (older === undefined ? DEFAULT_ZAPS.zapDefault : { ...DEFAULT_ZAPS.zapDefault, amount: older });
  return { zapDefault, zapConfig: optionsIn(field(settings, 'zapConfig')) ?? DEFAULT_ZAPS.zapConfig };
}

function optionsIn(value: unknown): readonly ZapOption[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value.slice(0, MAX_OPTIONS);
  const options = list.flatMap((one) => {
    const preset = presetIn(one);
    const emoji = isRecord(one) ? field(one, 'emoji') : undefined;
    return preset ? [{ ...preset, emoji: typeof emoji === 'string' ? clip(emoji, MAX_EMOJI) : '' }] : [];
  });
  return options.length > 0 ? options : undefined;
}

function presetIn(value: unknown): ZapPreset | undefined {
  if (!isRecord(value)) return undefined;
  const amount = satsIn(field(value, 'amount'));
  const message = field(value, 'message');
  return amount === undefined ? undefined : { amount, message: typeof message === 'string' ? clip(message, MAX_MESSAGE) : '' };
}

/** Whole sats that can be zapped. */
export function satsIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_SATS ? value : undefined;
}

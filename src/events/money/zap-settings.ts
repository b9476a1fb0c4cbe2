import { field, isRecord } from '../json.ts';
import { clip } from '../text.ts';

/** One amount to choose from, as accounts keep them with the service (SETTINGS-05). Amounts in sats. */
export interface ZapOption {
  readonly emoji: string;
  readonly amount: number;
  readonly message: string;
}

/** What one press gives, and the six amounts of the dialog. */
export interface ZapSettings {
  readonly amount: number;
  readonly message: string;
  readonly options: readonly ZapOption[];
}

/** More is never set by anybody's settings, whoever answered them: somebody would only have to lie in one place (E-60). Sats. */
export const MOST_BY_DEFAULT = 1_000_000;
const LONGEST_EMOJI = 16;
/** UTF-16 units. */
export const LONGEST_ZAP_MESSAGE = 280;

const EMOJIS = ['👍', '🌿', '🤙', '💜', '🔥', '🚀'] as const;
const AMOUNTS = [21, 420, 1_000, 5_000, 10_000, 100_000] as const;

/** ZAP-01. */
export const DEFAULT_ZAPS: ZapSettings = {
  amount: 42,
  message: 'Onward',
  options: AMOUNTS.map((amount, at) => ({ emoji: EMOJIS[at] ?? '', amount, message: '' })),
};

/**
 * What an account chose, of a record that holds `zapDefault` and `zapConfig`, or the older `defaultZapAmount` and `zapOptions`, which are read
 * where the newer one is missing (cache-protocol 7.2). What is missing or malformed is as everybody begins.
 */
export function zapSettingsIn(kept: Readonly<Record<string, unknown>>): ZapSettings {
  const chosen = field(kept, 'zapDefault');
  const amount = amountIn(isRecord(chosen) ? field(chosen, 'amount') : field(kept, 'defaultZapAmount'));
  const message = isRecord(chosen) ? textIn(field(chosen, 'message'), LONGEST_ZAP_MESSAGE) : undefined;
  return {
    amount: amount ?? DEFAULT_ZAPS.amount,
    message: message ?? DEFAULT_ZAPS.message,
    options: optionsIn(field(kept, 'zapConfig'), field(kept, 'zapOptions')),
  };
}

/** The fields of saved settings that say something of zaps, as far as they are well-formed and within bounds (E-60); none: nothing is set. */
export function zapFieldsIn(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { amount, message, options } = zapSettingsIn(settings);
  const chosen = field(settings, 'zapDefault');
  const isSet = amountIn(isRecord(chosen) ? field(chosen, 'amount') : field(settings, 'defaultZapAmount')) !== undefined;
  const hasOptions = options !== DEFAULT_ZAPS.options;
  return { ...(isSet ? { zapDefault: { amount, message } } : {}), ...(hasOptions ? { zapConfig: options } : {}) };
}

/** The same as it is saved. */
export function zapRecordOf({ amount, message, options }: ZapSettings): Readonly<Record<string, unknown>> {
  return { zapDefault: { amount, message }, zapConfig: options };
}

function optionsIn(config: unknown, older: unknown): readonly ZapOption[] {
  const amounts: readonly unknown[] = Array.isArray(older) ? older : [];
  const chosen: readonly unknown[] = Array.isArray(config) ? config : amounts.map((amount) => ({ amount }));
  if (!chosen.some((one) => isRecord(one) && amountIn(field(one, 'amount')) !== undefined)) return DEFAULT_ZAPS.options;
  return DEFAULT_ZAPS.options.map((standing, at) => {
    const option = chosen[at];
    const amount = isRecord(option) ? amountIn(field(option, 'amount')) : undefined;
    if (!isRecord(option) || amount === undefined) return standing;
    return {
      emoji: textIn(field(option, 'emoji'), LONGEST_EMOJI) ?? standing.emoji,
      amount,
      message: textIn(field(option, 'message'), LONGEST_ZAP_MESSAGE) ?? '',
    };
  });
}

function amountIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MOST_BY_DEFAULT ? value : undefined;
}

function textIn(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' ? clip(value, longest) : undefined;
}

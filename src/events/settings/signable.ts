import { editObject } from '../core/json-object.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { moderationOf } from '../reading/moderation/moderation-settings.ts';
import type { SavedChange } from './saved-record.ts';
import { sharedFrom } from './saved-settings.ts';
import { withSaved } from './with-saved.ts';
import { DEFAULT_ZAPS, zapsFrom } from './zap-settings.ts';

/** The settings that this device holds; a missing one is as it is by default. */
export type Held = Omit<SavedChange, 'feeds'>;

/** Saved keys that cost, publish, dial or hide, each with the setting that it is part of. */
export const POWERS = [
  ['zapDefault', 'zapDefault'],
  ['defaultZapAmount', 'zapDefault'],
  ['zapConfig', 'zapConfig'],
  ['zapOptions', 'zapConfig'],
  ['proxyThroughPrimal', 'usePrimalRelay'],
  ['notifications', 'notifications'],
  ['notificationsAdditional', 'notificationsAdditional'],
  ['applyContentModeration', 'moderation'],
  ['contentModeration', 'moderation'],
] as const satisfies readonly (readonly [string, keyof Held])[];

/**
 * The content that the account may sign where `content` is a service's word. A key with power stays if this device holds the same value. If not, it
 * is left out, and the service keeps its own (7.1): a signature would make it the account's word (TRUST-07). A setting that `change` touches gets the
 * device's value, which the person saw as they changed it.
 */
export function signable(content: string, change: SavedChange, held: Held): string {
  const said = parseJson(content);
  const device = parseJson(withSaved('{}', { ...DEFAULT_ZAPS, usePrimalRelay: false, ...held }));
  if (!isRecord(said) || !isRecord(device)) return '{}';
  const edits = POWERS.flatMap(([name, setting]) => {
    const value = field(device, name);
    if (change[setting] !== undefined) return [[name, value === undefined ? undefined : JSON.stringify(value)] as const];
    return reading(name, field(said, name)) === reading(name, value) ? [] : [[name, undefined] as const];
  });
  return editObject(content, new Map(edits));
}

/** A value as this client reads it, so that two spellings of one setting are the same. */
function reading(name: string, value: unknown): string {
  const settings = value === undefined ? {} : { [name]: value };
  const { zapDefault, zapConfig } = zapsFrom(settings);
  const { moderation = {}, notifications = {}, ...shared } = sharedFrom(settings);
  // a kind of notification that is missing is on
  const muted = Object.keys(notifications).filter((kind) => notifications[kind] === false);
  const options = name === 'zapOptions' ? value : undefined;
  return JSON.stringify([zapDefault.amount, zapDefault.message, zapConfig, options, shared, moderationOf(moderation), muted.toSorted()]);
}

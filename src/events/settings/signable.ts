import { editObject } from '../core/json-object.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { moderationOf } from '../reading/moderation/moderation-settings.ts';
import type { SavedChange } from './saved-record.ts';
import { sharedFrom } from './saved-settings.ts';
import { withSaved } from './with-saved.ts';
import { DEFAULT_ZAPS, zapsFrom } from './zap-settings.ts';

/** The settings of this device. A missing one has its default value. */
export type Held = Omit<SavedChange, 'feeds'>;

/**
 * Saved keys that cost, publish, connect or hide something, each with the setting that it is part
 * of.
 */
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
 * Return the content that the account may sign if `content` is a claim of the service. A key with
 * power stays if this device has the same value. Otherwise it is left out, and the service keeps
 * its own. Signing it would make it the account's word (TRUST-07). A setting that `change` touches
 * gets the device's value, which the user saw when changing it.
 */
export function signable(content: string, change: SavedChange, held: Held): string {
  const said = parseJson(content);
  const device = parseJson(withSaved('{}', { ...DEFAULT_ZAPS, usePrimalRelay: false, ...held }));
  if (!isRecord(said) || !isRecord(device)) return '{}';
  const edits = POWERS.flatMap(([name, setting]) => {
    const value = field(device, name);
    if (change[setting] !== undefined)
      return [[name, value === undefined ? undefined : JSON.stringify(value)] as const];
    return reading(name, field(said, name)) === reading(name, value)
      ? []
      : [[name, undefined] as const];
  });
  return editObject(content, new Map(edits));
}

/** Return a value as this client reads it, so that two spellings of one setting are equal. */
function reading(name: string, value: unknown): string {
  const settings = value === undefined ? {} : { [name]: value };
  const { zapDefault, zapConfig } = zapsFrom(settings);
  const { moderation = {}, notifications = {}, ...shared } = sharedFrom(settings);
  // a missing notification kind is on
  const muted = Object.keys(notifications).filter((kind) => notifications[kind] === false);
  const options = name === 'zapOptions' ? value : undefined;
  return JSON.stringify([
    zapDefault.amount,
    zapDefault.message,
    zapConfig,
    options,
    shared,
    moderationOf(moderation),
    muted.toSorted(),
  ]);
}

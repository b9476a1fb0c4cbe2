import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { DEFAULT_HOME_FEEDS } from '../../../src/events/reading/feed/default-feeds.ts';
import { CHANGED_SINCE } from '../../../src/events/settings/settings-versions.ts';
import { EVENT_LIMITS } from '../../../src/events/nostr/event-shape.ts';
import { type CacheContext, requireRoom } from '../cache-context.ts';
import { type Payload, Refusal, textOf } from '../payload.ts';
import { sha256Hex } from '../../hash.ts';
import { type Result, synthetic } from '../results.ts';
import { defaultSettings } from '../results/default-settings.ts';
import { contentOf, savedRequest, signedRequest } from '../signed-request.ts';
import type { StreamAnswer } from '../shared-streams.ts';
import { readsFeedList } from './lists.ts';

const CLIENT = 'Primal-Web App';
const NOBODY = { id: '0'.repeat(64), pubkey: '0'.repeat(64), sig: '0'.repeat(128) };
const LONGEST_SUBKEY = 100;
const MOST_SUBKEYS = 50;
const RECEIVER_BYTES = 100;
const MOST_WATCHED = 5;

/** The client's name is in a tag. */
export function getDefaultAppSettings(_: CacheContext, payload: Payload): Result[] {
  return [
    synthetic(RESULT.DefaultSettings, defaultSettings(), {
      tags: [['d', textOf(payload, 'client') ?? CLIENT]],
    }),
  ];
}

/** Return an account's last saved settings, or unsigned defaults. */
export async function getAppSettings(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey, tags } = await savedRequest(context, payload);
  await known(context, pubkey);
  const stored = await context.store.settingsOf(pubkey);
  if (stored !== undefined) return [stored];
  const beside = {
    ...NOBODY,
    created_at: context.store.now(),
    tags: [['d', tags[0]?.[1] ?? CLIENT]],
  };
  return [synthetic(RESULT.DefaultSettings, defaultSettings(), beside)];
}

export async function getAppSettings2(context: CacheContext, payload: Payload): Promise<Result[]> {
  const stored = await context.store.settingsOf((await savedRequest(context, payload)).pubkey);
  return stored === undefined ? [] : [stored];
}

/**
 * Save settings. Earlier keys that are missing now are kept. The stored and returned event then
 * differs from the signed one.
 */
export async function setAppSettings(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload, 'settings_event');
  const next = contentOf(event);
  const stored = parseJson((await context.store.settingsOf(event.pubkey)) ?? '');
  if (isRecord(stored)) requireBase(payload, String(field(stored, 'id')), event.id);
  const before = isRecord(stored) ? parseJson(String(field(stored, 'content'))) : undefined;
  const isWhole = !isRecord(before) || Object.keys(before).every((key) => Object.hasOwn(next, key));
  const merged = isWhole ? event.content : JSON.stringify({ ...before, ...next });
  const content = merged.length > EVENT_LIMITS.content ? event.content : merged;
  const result = JSON.stringify({ ...event, content });
  await requireRoom(context, event.pubkey, Buffer.byteLength(result));
  await context.store.saveSettings(event.pubkey, result);
  context.streams.changed(settingsOf(event.pubkey));
  await known(context, event.pubkey);
  return [result];
}

/** Start notifications for an account with settings, by its current switches. */
async function known(
  { store, streams, options, from }: CacheContext,
  pubkey: string,
): Promise<void> {
  if (!(await store.isReceiver(pubkey))) {
    // A stranger who only reads gets a response, and nothing is stored for them.
    if (
      (await options.guard.objectionToKeeping({ from, pubkey, bytes: RECEIVER_BYTES })) !==
      undefined
    )
      return;
    await store.addReceiver(pubkey);
  }
  streams.changed(pubkey);
}

/**
 * Return one value that an account saved beside its settings, the default of a feed list, or no
 * result.
 */
export async function getAppSubsettings(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const event = await savedRequest(context, payload);
  const subkey = subkeyOf(contentOf(event));
  const value = await context.store.subsettingOf(event.pubkey, subkey);
  if (value !== undefined) return [synthetic(RESULT.AppSubsettings, parseJson(value))];
  const preset = await defaultOf(context, subkey);
  return preset === undefined ? [] : [synthetic(RESULT.AppSubsettings, preset)];
}

export async function setAppSubsettings(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const content = contentOf(event);
  const [subkey, settings] = [subkeyOf(content), field(content, 'settings')];
  if (settings === undefined) throw new Refusal('error');
  if ((await context.store.countOtherSubsettings(event.pubkey, subkey)) >= MOST_SUBKEYS)
    throw new Refusal('limit too big');
  const value = JSON.stringify(settings);
  await requireRoom(context, event.pubkey, Buffer.byteLength(value));
  const stored =
    textOf(payload, 'before') === undefined
      ? undefined
      : await context.store.subsettingOf(event.pubkey, subkey);
  if (stored !== undefined)
    requireBase(payload, sha256Hex(JSON.stringify(parseJson(stored))), sha256Hex(value));
  await context.store.saveSubsetting(event.pubkey, subkey, value);
  context.streams.changed(settingsOf(event.pubkey));
  return [];
}

/**
 * Refuse a save that was changed from another version than the stored one, so that two devices do
 * not overwrite each other. A save that names no version replaces each one, and a repeated save is
 * no other one.
 */
function requireBase(payload: Payload, stored: string, next: string): void {
  const before = textOf(payload, 'before');
  if (before !== undefined && before !== stored && next !== stored)
    throw new Refusal(CHANGED_SINCE);
}

/**
 * Return the version of each stored record of the requesting account, and again after each change.
 * A version says nothing of the content: the id of the signed settings with their date, or a hash
 * of a value beside them.
 */
export function settingsVersions(context: CacheContext, payload: Payload): StreamAnswer {
  const { store, streams } = context;
  const named = field(payload, 'subkeys');
  const subkeys = (Array.isArray(named) ? named : [])
    .filter((name) => typeof name === 'string')
    .slice(0, MOST_WATCHED);
  let last: Result | undefined;
  const versions = async (pubkey: string): Promise<Result[]> => {
    const stored = parseJson((await store.settingsOf(pubkey)) ?? '');
    const values = await Promise.all(
      subkeys.map(async (subkey) => [subkey, await store.subsettingOf(pubkey, subkey)] as const),
    );
    const result = synthetic(RESULT.SettingsVersions, {
      settings: isRecord(stored)
        ? { id: field(stored, 'id'), created_at: field(stored, 'created_at') }
        : null,
      beside: Object.fromEntries(
        values.map(([subkey, value]) => [subkey, value === undefined ? null : sha256Hex(value)]),
      ),
    });
    const isNew = result !== last;
    last = result;
    return isNew ? [result] : [];
  };
  return {
    results: async () => versions((await savedRequest(context, payload)).pubkey),
    // results of an unproven request are dropped
    open: (push) => {
      const proof = field(payload, 'event_from_user');
      const pubkey = isRecord(proof) ? String(field(proof, 'pubkey')) : '';
      return streams.occurring(settingsOf(pubkey), () => versions(pubkey), push);
    },
  };
}

/** Changes of settings have a name of their own: events that concern the account are far more. */
function settingsOf(pubkey: string): string {
  return `settings ${pubkey}`;
}

export async function getDefaultAppSubsettings(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const preset = await defaultOf(context, subkeyOf(payload));
  if (preset === undefined) throw new Refusal('invalid subkey');
  return [synthetic(RESULT.AppSubsettings, preset)];
}

function subkeyOf(content: Payload): string {
  const subkey = textOf(content, 'subkey');
  if (subkey === undefined || subkey === '' || subkey.length > LONGEST_SUBKEY)
    throw new Refusal('invalid subkey');
  return subkey;
}

async function defaultOf(context: CacheContext, subkey: string): Promise<unknown> {
  if (subkey === 'user-home-feeds') return DEFAULT_HOME_FEEDS;
  return subkey === 'user-reads-feeds' ? await readsFeedList(context) : undefined;
}

import { LIST_DEFINITIONS, type ListName } from '../../account/lists/list-definitions.ts';
import type { ListIntent } from '../../account/lists/list-intents.ts';
import type { Draft } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
import { seconds } from '../../core/time.ts';
import { readWriting } from '../writing/writing.ts';
import { readLogReason } from './log-codes.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import type { Verify } from '../../nostr/verify.ts';
import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts';
import type { Template } from './event-template.ts';
import { isTag } from '../../nostr/tag.ts';
import { type Ours, pressed } from '../../nostr/ours.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Read a stored line. `undefined` if it is corrupt, from a later version, or no longer verifies
 * (E-47, INV-VERIFIED). The log of this device contains only drafts and relays that the user
 * requested here (TRUST-07).
 */
export function readOutboxEntry(value: unknown, verify: Verify): OutboxEntry | undefined {
  if (!isRecord(value)) return undefined;
  const job = text(value, 'job');
  const at = whole(value, 'at');
  if (job === undefined || at === undefined) return undefined;
  const rest = readRest(value, verify);
  return rest && { job, at: seconds(at), ...rest };
}

type Rest<T> = T extends OutboxEntry ? Omit<T, 'job' | 'at'> : never;

function readRest(value: Fields, verify: Verify): Rest<OutboxEntry> | undefined {
  const type = text(value, 'type');
  switch (type) {
    case 'intended':
      return readIntended(value);
    case 'drafted': {
      const template = readTemplate(field(value, 'template'));
      const relays = texts(value, 'relays')?.map(pressed);
      return template && relays && { type, template, relays };
    }
    case 'signed': {
      const shaped = readEvent(field(value, 'event'));
      const event = shaped && verify(shaped);
      return event && { type, event };
    }
    case 'retried': {
      const relay = text(value, 'relay');
      return { type, ...(relay === undefined ? {} : { relay: pressed(relay) }) };
    }
    case 'held': {
      const on = field(value, 'on');
      return typeof on === 'boolean' ? { type, on } : undefined;
    }
    case 'imported':
    case 'discarded':
      return { type };
    default:
      return readOutcome(value, type);
  }
}

function readOutcome(value: Fields, type: string | undefined): Rest<OutboxEntry> | undefined {
  const read = readLogReason(field(value, 'reason'));
  if (read === undefined) return undefined;
  const { reason } = read;
  if (type === 'refused')
    return 'reason' in value ? { type, reason: reason ?? { code: 'event_not_signed' } } : undefined;
  if (type === 'broadcast') {
    const accepted = texts(value, 'accepted');
    return accepted && { type, accepted, reason };
  }
  const named = text(value, 'relay');
  if (named === undefined) return undefined;
  const relay = pressed(named);
  if (type === 'silent') return { type, relay, reason };
  const accepted = field(value, 'accepted');
  return type === 'answered' && typeof accepted === 'boolean'
    ? { type, relay, accepted, reason }
    : undefined;
}

function readIntended(value: Fields): Rest<OutboxEntry> | undefined {
  const account = text(value, 'account');
  const wish = readWish(field(value, 'wish'));
  return account !== undefined && isHex(account, 64) && wish
    ? { type: 'intended', account, wish }
    : undefined;
}

function readWish(value: unknown): OutboxRequest | undefined {
  if (!isRecord(value)) return undefined;
  const type = text(value, 'type');
  if (type === 'event') {
    const draft = readDraft(field(value, 'draft'));
    const [origin, base] = ['origin', 'base'].map((name) => text(value, name));
    return (
      draft && {
        type,
        draft,
        ...(origin === undefined ? {} : { origin }),
        ...(base === undefined ? {} : { base }),
        ...readPlan(value),
      }
    );
  }
  if (type === 'wrap') return readWrap(value);
  const list = text(value, 'list');
  const intents = field(value, 'intents');
  if (type !== 'list' || list === undefined || !isListName(list) || !Array.isArray(intents))
    return undefined;
  const read = intents.map(readIntent);
  return read.every((intent) => intent !== undefined) ? { type, list, intents: read } : undefined;
}

/** Read the additional fields of a scheduled note. */
function readPlan(
  value: Fields,
): Pick<Extract<OutboxRequest, { type: 'event' }>, 'due' | 'writing'> {
  const due = whole(value, 'due');
  const writing = readWriting(field(value, 'writing'));
  return { ...(due === undefined ? {} : { due: seconds(due) }), ...(writing ? { writing } : {}) };
}

function readWrap(value: Fields): OutboxRequest | undefined {
  const [id = '', to = '', origin, after] = ['id', 'to', 'origin', 'after'].map((name) =>
    text(value, name),
  );
  if (!isHex(id, 64) || !isHex(to, 64)) return undefined;
  return {
    type: 'wrap',
    id,
    to,
    ...(origin === undefined ? {} : { origin }),
    ...(after === undefined ? {} : { after }),
  };
}

function readIntent(value: unknown): ListIntent | undefined {
  if (!isRecord(value)) return undefined;
  const act = text(value, 'act');
  const tag = field(value, 'tag');
  if (!isTag(tag) || (act !== 'add' && act !== 'remove' && act !== 'set' && act !== 'first'))
    return undefined;
  return { act, tag, ...(field(value, 'secret') === true ? { secret: true } : {}) };
}

function readTemplate(value: unknown): Ours<Template> | undefined {
  const draft = readDraft(value);
  if (!draft || !isRecord(value)) return undefined;
  const pubkey = text(value, 'pubkey');
  const created_at = whole(value, 'created_at');
  return pubkey !== undefined && isHex(pubkey, 64) && created_at !== undefined
    ? pressed({ ...draft, pubkey, created_at: seconds(created_at) })
    : undefined;
}

function readDraft(value: unknown): Ours<Draft> | undefined {
  if (!isRecord(value)) return undefined;
  const kind = whole(value, 'kind');
  const content = text(value, 'content');
  const tags = field(value, 'tags');
  return kind !== undefined && content !== undefined && Array.isArray(tags) && tags.every(isTag)
    ? pressed({ kind, tags, content })
    : undefined;
}

function text(value: Fields, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

function whole(value: Fields, key: string): number | undefined {
  const found = field(value, key);
  return typeof found === 'number' &&
    Number.isSafeInteger(found) &&
    found >= 0 &&
    !Object.is(found, -0)
    ? found
    : undefined;
}

function texts(value: Fields, key: string): readonly string[] | undefined {
  const found = field(value, key);
  return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : undefined;
}

function isListName(name: string): name is ListName {
  return Object.hasOwn(LIST_DEFINITIONS, name);
}

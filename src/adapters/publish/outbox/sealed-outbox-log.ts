import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { parseJson } from '../../../events/core/json.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import type { OutboxLog, Written } from './outbox-log.ts';

/** Replaces a private tag in the log. */
const SEALED = 'sealed';

/**
 * The name of its key. It differs from the account's own key, which is deleted at sign-out while
 * the log stays here.
 */
const keyOf = (account: string): string => `log ${account}`;

/** Deletes the key of an account's log: texts that it sealed cannot be read any more (E-35). */
export function eraseRequests(seal: DeviceSeal, account: string): Promise<void> {
  return seal.forget(keyOf(account));
}

/**
 * A log without plain-text entries for the private part of a list (ACCOUNT-20). Such a tag is
 * sealed for this device before it is written, and opened after it was read. A line that cannot be
 * opened any more is skipped. `seal` undefined: this device stores no key, so such a request does
 * not outlive the page.
 */
export function sealedOutboxLog(
  journal: OutboxLog,
  seal: DeviceSeal | undefined,
  account: string,
): OutboxLog {
  const known = new Map<string, Tag>();

  const conceal = async (tag: Tag): Promise<Tag> => {
    const bytes = new TextEncoder().encode(JSON.stringify(tag));
    const text =
      (await seal?.seal(bytes, keyOf(account)).catch(() => undefined)) ?? `page:${known.size}`;
    known.set(text, tag);
    return [SEALED, text];
  };
  const reveal = async (tag: Tag): Promise<Tag | undefined> => {
    const [name, text = ''] = tag;
    if (name !== SEALED) return tag;
    const bytes = known.has(text)
      ? undefined
      : await seal?.open(text, keyOf(account)).catch(() => undefined);
    return known.get(text) ?? (bytes && tagIn(new TextDecoder().decode(bytes)));
  };
  const written = async ({ entries, refused, unkept }: Written): Promise<Written> => {
    const [open, lines] = await Promise.all([mapped(entries, reveal), mapped(refused, reveal)]);
    return { entries: open, refused: lines, unkept };
  };
  return {
    read: async () => written(await journal.read()),
    append: async (lines) => written(await journal.append(await mapped(lines, conceal))),
    prune: journal.prune,
    close: journal.close,
  };
}

/**
 * Maps the tags of the lines' private intents. Lines with a tag that cannot be mapped are left out.
 */
async function mapped<T extends OutboxEntry | OutboxEntryDraft>(
  lines: readonly T[],
  change: (tag: Tag) => Promise<Tag | undefined>,
): Promise<readonly T[]> {
  const all = await Promise.all(
    lines.map(async (line) => {
      if (line.type !== 'intended' || line.wish.type !== 'list') return line;
      const intents = await Promise.all(line.wish.intents.map((intent) => withTag(intent, change)));
      const whole = intents.filter((intent) => intent !== undefined);
      return whole.length === intents.length
        ? { ...line, wish: { ...line.wish, intents: whole } }
        : undefined;
    }),
  );
  return all.filter((line) => line !== undefined);
}

async function withTag(
  intent: ListIntent,
  change: (tag: Tag) => Promise<Tag | undefined>,
): Promise<ListIntent | undefined> {
  const tag = intent.secret ? await change(intent.tag) : intent.tag;
  return tag && { ...intent, tag };
}

function tagIn(text: string): Tag | undefined {
  const value = parseJson(text);
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

import { field, isRecord } from '../../core/json.ts';
import type { Emoji } from './emoji.ts';

/** The groups of Unicode, without the group of emoji components. */
const EMOJI_GROUPS = [
  'smileys_emotion',
  'people_body',
  'animals_nature',
  'food_drink',
  'travel_places',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;

export interface EmojiGroup {
  readonly name: (typeof EMOJI_GROUPS)[number];
  readonly emojis: readonly Emoji[];
}

/**
 * Read the list of all emojis by group (`unicode-emoji-json`). Invalid entries are left out.
 * `table`: emojis with additional search words.
 */
export function groupsOf(list: unknown, table: readonly Emoji[]): readonly EmojiGroup[] {
  const words = new Map(table.map((emoji) => [emoji.sign, [emoji.name, ...emoji.words]]));
  const groups = Array.isArray(list) ? list.filter(isRecord) : [];
  return EMOJI_GROUPS.flatMap((name) => {
    const group = groups.find((one) => field(one, 'slug') === name);
    const listed = group && field(group, 'emojis');
    const emojis = Array.isArray(listed) ? listed.flatMap((one) => readEmoji(one, words)) : [];
    return emojis.length > 0 ? [{ name, emojis }] : [];
  });
}

function readEmoji(
  value: unknown,
  words: ReadonlyMap<string, readonly string[]>,
): readonly Emoji[] {
  if (!isRecord(value)) return [];
  const [sign, name] = [field(value, 'emoji'), field(value, 'slug')];
  return typeof sign === 'string' && typeof name === 'string'
    ? [{ sign, name, words: words.get(sign) ?? [] }]
    : [];
}

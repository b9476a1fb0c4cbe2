/**
 * The words of `Database` that PostgreSQL says otherwise. A list is an array, or a table of values
 * and positions. Numbers are texts in it, which a statement casts.
 */
const WORDS: readonly (readonly [shared: string, own: string])[] = [
  ['not in (select value from json_each(?))', '<> all (?)'],
  ['not in (select value from json_each(?1))', '<> all (?1)'],
  ['in (select value from json_each(?))', '= any (?)'],
  ['in (select value from json_each(?1))', '= any (?1)'],
  ['json_each(?) j', 'unnest(?::text[]) with ordinality as j (value, key)'],
  [' not indexed', ''],
  ...['events_author', 'events_kind', 'events_time', 'messages_unread', 'notifications_cause'].map(
    (index) => [` indexed by ${index}`, ''] as const,
  ),
  ['cross join', 'join'],
  ['instr(', 'strpos('],
];

/** Return a statement as it is sent. This is done once for each text. */
export function toPostgresSql(sql: string): string {
  return nameParams(inWordsOfPostgres(sql), (n) => `$${n}`);
}

export function inWordsOfPostgres(sql: string): string {
  return outsideQuotes(sql, (part) =>
    WORDS.reduce((text, [shared, own]) => text.replaceAll(shared, own), part),
  );
}

/** Name the parameters: `?` is the next one, and `?1` the first. */
export function nameParams(sql: string, nameOf: (n: number) => string): string {
  let counted = 0;
  return outsideQuotes(sql, (part) => {
    const [start = '', ...rest] = part.split('?');
    const named = rest.map((text) => {
      const digit = '123456789'.indexOf(text[0] ?? ' ') + 1;
      const n = digit > 0 ? digit : counted + 1;
      counted = Math.max(counted, n);
      return `${nameOf(n)}${digit > 0 ? text.slice(1) : text}`;
    });
    return [start, ...named].join('');
  });
}

/** Every second part is quoted. */
function outsideQuotes(sql: string, change: (part: string) => string): string {
  return sql
    .split("'")
    .map((part, place) => (place % 2 === 0 ? change(part) : part))
    .join("'");
}

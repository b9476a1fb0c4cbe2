import { isRecord, parseJson } from './json.ts';

/**
 * Position of one member in its JSON text: from the quote of its key (`from`) to the end of its
 * value (`to`).
 */
interface Member {
  readonly key: string;
  readonly from: number;
  readonly value: number;
  readonly to: number;
}

/**
 * Set members of a JSON object (to a JSON text) or remove them (`undefined`). All other members
 * stay byte for byte and in their order (INV-PRESERVE). This includes numbers too large for
 * JavaScript, repeated names and white space. New members come last. A text that is not an object
 * counts as `{}`.
 */
export function editObject(text: string, edits: ReadonlyMap<string, string | undefined>): string {
  const whole = isRecord(parseJson(text)) ? text : '{}';
  const members = membersOf(whole);
  const named = new Set(members.map(({ key }) => key));
  const kept = members.filter(({ key }) => !edits.has(key) || edits.get(key) !== undefined);
  const opening = whole.slice(0, members[0]?.from ?? whole.indexOf('{') + 1);
  const closing = whole.slice(members.at(-1)?.to ?? whole.indexOf('{') + 1);
  const rows = kept.map((member, at) => {
    const end = members[members.indexOf(member) - 1]?.to;
    const lead = at === 0 || end === undefined ? '' : whole.slice(end, member.from);
    const value = edits.get(member.key) ?? whole.slice(member.value, member.to);
    return `${lead}${whole.slice(member.from, member.value)}${value}`;
  });
  const fresh = [...edits].flatMap(([key, value]) =>
    value === undefined || named.has(key) ? [] : [`${JSON.stringify(key)}:${value}`],
  );
  const joined = fresh.map((row, at) => (at === 0 && rows.length === 0 ? row : `,${row}`));
  return [opening, ...rows, ...joined, closing].join('');
}

/** Return the members of a text that is known to be an object, in their order. */
function membersOf(text: string): readonly Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (at < text.length && text[at] !== '}') {
    const from = at;
    at = skipString(text, from);
    const key: unknown = JSON.parse(text.slice(from, at));
    const value = skipSpace(text, skipSpace(text, at) + 1);
    const to = skipValue(text, value);
    members.push({ key: String(key), from, value, to });
    at = skipSpace(text, to);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (depth === 0 && at > from && ',} \t\n\r'.includes(char)) return at;
    if (char === '"') {
      at = skipString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1;
  }
  return at;
}

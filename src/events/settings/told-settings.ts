import { field, isRecord } from '../core/json.ts';

/** Values, maps and lists of texts by name: settings that are sent to other tabs. */
type Settings = Readonly<Record<string, unknown>>;

interface ListTold {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Return the changes of settings, by name, for other tabs to apply. A value is sent as it is. A map
 * is sent as its changed entries (`undefined`: removed), and a list of texts as both versions.
 * `undefined` if nothing changed.
 */
export function toldOf(
  before: Settings,
  after: Settings,
  names: readonly string[],
): Settings | undefined {
  const told = names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    if (isRecord(was) || isRecord(is)) {
      const entries = changedIn(isRecord(was) ? was : {}, isRecord(is) ? is : {});
      return entries ? [[name, entries] as const] : [];
    }
    return [[name, Array.isArray(is) ? { before: was, after: is } : is] as const];
  });
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

function changedIn(before: Settings, after: Settings): Settings | undefined {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return changed.length > 0
    ? Object.fromEntries(changed.map((key) => [key, after[key]]))
    : undefined;
}

/** Apply the changed entries of another tab to a map. */
export function withEntries(map: Settings, told: Settings): Settings {
  return Object.fromEntries(
    Object.entries({ ...map, ...told }).filter(([, value]) => value !== undefined),
  );
}

/** Apply the list change of another tab to a list of texts, newest first. */
export function withTexts(list: readonly string[], told: Settings): readonly string[] {
  const { before, after } = readTexts(told);
  const isNew = after[0] !== before.find((one) => after.includes(one));
  const front = after.filter((one, at) => !before.includes(one) || (at === 0 && isNew));
  return [
    ...front,
    ...list.filter((one) => !front.includes(one) && (after.includes(one) || !before.includes(one))),
  ];
}

function readTexts(told: Settings): ListTold {
  const [before = [], after = []] = ['before', 'after'].map((name) => {
    const texts = field(told, name);
    return Array.isArray(texts) ? texts.filter((one) => typeof one === 'string') : [];
  });
  return { before, after };
}

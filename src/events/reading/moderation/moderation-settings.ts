import { field, isRecord } from '../../core/json.ts';
import { FILTER_SCOPES, type FilterScope } from '../../account/lists/list-intents.ts';

/**
 * The filters besides the mute lists of others: the own list, and two groups of the service
 * (SETTINGS-08).
 */
export type ModerationGroup = 'my' | 'primal_spam' | 'primal_nsfw';

/** Where each filter can apply. All of these are on by default. */
export const MODERATION_GROUPS: Readonly<Record<ModerationGroup, readonly FilterScope[]>> = {
  my: FILTER_SCOPES,
  primal_spam: FILTER_SCOPES,
  primal_nsfw: ['trending'],
};
const GROUPS = ['my', 'primal_spam', 'primal_nsfw'] as const;

export interface Moderation {
  /** True if moderation is on. */
  readonly applies: boolean;
  readonly scopes: Readonly<Record<ModerationGroup, readonly FilterScope[]>>;
}

/** The choices by name, as stored on the device. A missing one is on. */
export type ModerationSwitches = Readonly<Record<string, unknown>>;

/** Name of the main switch. */
export const APPLIES = 'apply';

export function moderationSwitch(group: ModerationGroup, scope: FilterScope): string {
  return `${group} ${scope}`;
}

export function moderationOf(switches: ModerationSwitches): Moderation {
  const scopesOf = (group: ModerationGroup) =>
    MODERATION_GROUPS[group].filter(
      (scope) => field(switches, moderationSwitch(group, scope)) !== false,
    );
  return {
    applies: field(switches, APPLIES) !== false,
    scopes: {
      my: scopesOf('my'),
      primal_spam: scopesOf('primal_spam'),
      primal_nsfw: scopesOf('primal_nsfw'),
    },
  };
}

/**
 * Return the switches in saved settings. An empty list of rules means the defaults (SETTINGS-01). A
 * group of the service that is missing in a list is off, because the service has no rule for it.
 * The own list is on if it is missing, because most clients do not save a rule for it.
 */
export function moderationIn(settings: unknown): ModerationSwitches {
  const applies = at(settings, 'applyContentModeration');
  const rules = at(settings, 'contentModeration');
  const apply = typeof applies === 'boolean' ? { [APPLIES]: applies } : {};
  if (!Array.isArray(rules) || rules.length === 0) return apply;
  const chosen = GROUPS.flatMap((group) => {
    const scopes = scopesIn(rules, group);
    if (scopes === undefined && group === 'my') return [];
    return MODERATION_GROUPS[group].map(
      (scope) => [moderationSwitch(group, scope), scopes?.includes(scope) === true] as const,
    );
  });
  return { ...apply, ...Object.fromEntries(chosen) };
}

/**
 * Return the changes of saved settings for these switches, by key. Foreign rules and scopes stay.
 */
export function moderationEdits(
  settings: unknown,
  switches: ModerationSwitches,
): Readonly<Record<string, unknown>> {
  const merged = { ...moderationIn(settings), ...switches };
  const { applies, scopes } = moderationOf(merged);
  const touched = (group: ModerationGroup) =>
    MODERATION_GROUPS[group].some((scope) => moderationSwitch(group, scope) in switches);
  // without the setting, rules apply here, but not at the service
  const isUnsaid =
    typeof at(settings, 'applyContentModeration') !== 'boolean' && GROUPS.some(touched);
  const apply = APPLIES in switches || isUnsaid ? { applyContentModeration: applies } : {};
  if (!GROUPS.some(touched)) return apply;
  const saved = at(settings, 'contentModeration');
  const rules: readonly unknown[] = Array.isArray(saved) ? saved : [];
  const others = (group: ModerationGroup) =>
    (scopesIn(rules, group) ?? []).filter(
      (scope) => !MODERATION_GROUPS[group].some((known) => known === scope),
    );
  const rule = (group: ModerationGroup, known: object = {}) => ({
    ...known,
    name: group,
    scopes: [...scopes[group], ...others(group)],
  });
  const named = (group: ModerationGroup) => rules.some((one) => at(one, 'name') === group);
  const kept = rules.map((one) => {
    const group = GROUPS.find((name) => at(one, 'name') === name);
    return group !== undefined && touched(group) && isRecord(one) ? rule(group, one) : one;
  });
  const fresh = GROUPS.filter(
    (group) => !named(group) && (touched(group) || (group !== 'my' && rules.length === 0)),
  );
  return { ...apply, contentModeration: [...kept, ...fresh.map((group) => rule(group))] };
}

/** Return the scopes of the first rule with that name. `undefined` if there is none. */
function scopesIn(
  rules: readonly unknown[],
  group: ModerationGroup,
): readonly unknown[] | undefined {
  const rule = rules.find((one) => at(one, 'name') === group);
  const scopes = at(rule, 'scopes');
  return rule === undefined ? undefined : Array.isArray(scopes) ? scopes : [];
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? field(value, key) : undefined;
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realEvents, rowsHeld } from '../../../../tests/support/events/real-events.ts';
import { planProfile } from './profile-edit.ts';
import {
  changesOf,
  fieldsOf,
  NO_FIELDS,
  problemsIn,
  PROFILE_FIELDS,
  type ProfileField,
} from './profile-fields.ts';

const OURS = new Set([
  'name',
  'display_name',
  'displayName',
  'about',
  'picture',
  'banner',
  'website',
  'nip05',
  'lud16',
]);

describe('a profile', () => {
  test('PROFILE-10 INV-PRESERVE an edit keeps all other fields, tags, order and spelling, and names changes', () => {
    const base = {
      tags: [
        ['i', 'github:ann', 'proof'],
        ['emoji', 'x', 'https://x.example/x.png'],
      ],
      content:
        '{"name":"ann","birthday":{"year":1999},"lud06":"LNURL1","bot":false, "pronouns":"she\\/her","big":12345678901234567890}',
    };
    const plan = planProfile(base, { about: 'hello\n"you"', name: 'ann', website: '' });
    expect(plan?.changes).toEqual([{ field: 'about', from: '', to: 'hello\n"you"' }]);
    expect(plan?.draft).toEqual({
      kind: 0,
      tags: base.tags,
      content: `${base.content.slice(0, -1)},"about":"hello\\n\\"you\\""}`,
    });
  });

  test('an edit sets both spellings of the display name and never adds the older one', () => {
    const old = planProfile(
      { tags: [], content: '{"displayName":"A","display_name":"B"}' },
      { displayName: 'C' },
    );
    expect(old?.changes).toEqual([{ field: 'displayName', from: 'A', to: 'C' }]);
    expect(old?.draft.content).toBe('{"displayName":"C","display_name":"C"}');
    expect(
      planProfile({ tags: [], content: '{"display_name":"B"}' }, { displayName: 'C' })?.draft
        .content,
    ).toBe('{"display_name":"C"}');
    expect(
      planProfile({ tags: [], content: '{"displayName":"A","x":1}' }, { displayName: '' })?.draft
        .content,
    ).toBe('{"x":1}');
  });

  test('the plan names old content that is no JSON object and will be lost', () => {
    expect(planProfile({ tags: [['t', 'x']], content: 'not json' }, { name: 'ann' })).toEqual({
      draft: { kind: 0, tags: [['t', 'x']], content: '{"name":"ann"}' },
      changes: [{ field: 'name', from: '', to: 'ann' }],
      lost: 'not json',
    });
    expect(planProfile(undefined, { name: 'ann' })?.lost).toBeUndefined();
  });

  test('a profile that already has the requested values gives no plan', () => {
    expect(
      planProfile({ tags: [], content: '{"name":"ann"}' }, { name: 'ann', about: '' }),
    ).toBeUndefined();
  });

  const wanted = fc.record(Object.fromEntries(PROFILE_FIELDS.map((name) => [name, fc.string()])), {
    requiredKeys: [],
  });

  test('INV-PRESERVE after any change, every other field and every tag is unchanged', () => {
    const content = fc.oneof(
      fc
        .dictionary(fc.oneof(fc.string(), fc.constantFrom(...OURS)), fc.jsonValue())
        .map((value) => JSON.stringify(value)),
      fc.constantFrom('', '{}', 'null', '[]', '{"name":7,"displayName":null}'),
    );
    fc.assert(
      fc.property(content, fc.array(fc.array(fc.string())), wanted, (text, tags, changes) => {
        const plan = planProfile({ content: text, tags }, changes);
        if (!plan) return;
        expect(plan.draft.tags).toBe(tags);
        const [before, after] = [text, plan.draft.content].map((one) => recordOf(one));
        const touched = new Set(
          plan.changes.flatMap(({ field }) =>
            field === 'displayName' ? ['displayName', 'display_name'] : [field],
          ),
        );
        const others = (all: Record<string, unknown> | undefined) =>
          Object.entries(all ?? {}).filter(([key]) => !touched.has(key));
        expect(JSON.stringify(others(after))).toBe(JSON.stringify(others(before)));
        for (const { field, to } of plan.changes) expect(fieldsOf(plan.draft)[field]).toBe(to);
        const rest = changesOf(fieldsOf({ content: text }), fieldsOf(plan.draft));
        expect(Object.keys(rest).toSorted()).toEqual(
          plan.changes.map(({ field }) => field).toSorted(),
        );
      }),
    );
  });

  test('INV-PRESERVE nothing is lost from the profiles of real accounts', () => {
    const profiles = realEvents('events-profiles-nostrdb.jsonl').filter(({ kind }) => kind === 0);
    expect(profiles.length).toBeGreaterThan(rowsHeld(100, 8));
    for (const profile of profiles) {
      const plan = planProfile(profile, { website: 'https://changed.example' });
      if (!plan || plan.lost !== undefined) continue;
      const [before, after] = [profile.content, plan.draft.content].map((one) => recordOf(one));
      expect(after).toEqual({ ...before, website: 'https://changed.example' });
      expect(plan.draft.content.length).toBeGreaterThanOrEqual(
        profile.content.length - fieldsOf(profile).website.length * 2,
      );
    }
  });
});

function recordOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

describe('typed fields', () => {
  const problems = (
    change: Partial<Record<ProfileField, string>>,
    before = { ...NO_FIELDS, name: 'ann' },
  ) => problemsIn(before, { ...before, ...change }, 'http://127.0.0.1:1');

  test('PROFILE-10 a username is one word of letters and digits of any script', () => {
    for (const name of ['ann', 'Ann_2', 'ann-b.c', 'علي', 'Åsa', '愛'])
      expect(problems({ name })).toEqual({});
    for (const name of ['a b', 'ann!', '<b>', 'a@b', 'ann\u200b', '🙂'])
      expect(problems({ name })).toEqual({ name: 'characters' });
    expect(problems({ name: '' })).toEqual({ name: 'empty' });
    expect(problems({ name: '...' })).toEqual({ name: 'username' });
    expect(problems({ name: 'a'.repeat(65) })).toEqual({ name: 'long' });
  });

  test('addresses and urls are checked only if they were changed, and empty fields are removed', () => {
    expect(
      problems({
        nip05: 'ann@example.com',
        lud16: 'ann@getalby.example',
        website: 'ann.example',
        picture: 'http://127.0.0.1:1/a.png',
      }),
    ).toEqual({});
    expect(
      problems({
        nip05: 'ann@',
        lud16: 'example.com',
        website: 'javascript:x',
        picture: 'http://10.0.0.1/a.png',
        banner: 'x',
      }),
    ).toEqual({
      nip05: 'address',
      lud16: 'address',
      website: 'url',
      picture: 'url',
      banner: 'url',
    });
    const odd = { ...NO_FIELDS, name: 'with space', lud16: 'odd', picture: 'data:x' };
    expect(problems({}, odd)).toEqual({});
    expect(problems({ about: 'x'.repeat(8_193), displayName: 'x'.repeat(129) })).toEqual({
      about: 'long',
      displayName: 'long',
    });
    expect(problems({ lud16: '', picture: '' }, odd)).toEqual({});
  });
});

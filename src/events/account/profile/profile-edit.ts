import type { Draft, SignedEvent } from '../../nostr/event.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { editObject } from '../../core/json-object.ts';
import { KIND } from '../../nostr/kinds.ts';
import { composed, type Ours } from '../../nostr/ours.ts';
import {
  FIELD_KEYS,
  fieldsOf,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileFields,
} from './profile-fields.ts';

/** One field before and after; empty if it is missing. */
interface FieldChange {
  readonly field: ProfileField;
  readonly from: string;
  readonly to: string;
}

/**
 * The next version of a profile, not yet dated or signed, and its exact changes. `lost`: old
 * content that is no profile and is replaced.
 */
export interface ProfilePlan {
  readonly draft: Ours<Draft>;
  readonly changes: readonly FieldChange[];
  readonly lost: string | undefined;
}

/**
 * Build the next version from the newest one (`undefined` if there is none), changing only the
 * given fields. All other members of its content stay byte for byte, and so do all tags
 * (INV-PRESERVE). `undefined` if nothing changes.
 */
export function planProfile(
  base: Pick<SignedEvent, 'content' | 'tags'> | undefined,
  wanted: Partial<ProfileFields>,
): ProfilePlan | undefined {
  const before = fieldsOf(base);
  const changes = PROFILE_FIELDS.flatMap((field) => {
    const to = wanted[field];
    return to === undefined || to === before[field] ? [] : [{ field, from: before[field], to }];
  });
  if (changes.length === 0) return undefined;
  const content = base?.content ?? '';
  const edits = new Map(changes.flatMap(({ field, to }) => editsOf(field, to, content)));
  return {
    draft: composed({
      kind: KIND.Metadata,
      tags: base?.tags ?? [],
      content: editObject(content, edits),
    }),
    changes,
    lost: content === '' || isRecord(parseJson(content)) ? undefined : content,
  };
}

/** Change an older spelling where it exists, because some readers prefer it. Never add it. */
function editsOf(
  field: ProfileField,
  to: string,
  content: string,
): ReadonlyArray<readonly [string, string | undefined]> {
  const [first, ...older] = FIELD_KEYS[field];
  const value = to === '' ? undefined : JSON.stringify(to);
  const there = parseJson(content);
  const standing = older.filter((key) => isRecord(there) && Object.hasOwn(there, key));
  return [first, ...standing].map((key) => [key, value]);
}

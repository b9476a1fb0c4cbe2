import type { Draft, SignedEvent } from '../../nostr/event.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { editObject } from '../../core/json-object.ts';
import { KIND } from '../../nostr/kinds.ts';
import { composed, type Ours } from '../../nostr/ours.ts';
import { FIELD_KEYS, fieldsOf, PROFILE_FIELDS, type ProfileField, type ProfileFields } from './profile-fields.ts';

/** One field before and after; empty: it is not there. */
interface FieldChange {
  readonly field: ProfileField;
  readonly from: string;
  readonly to: string;
}

/** The next version of a profile, not yet dated or signed, and exactly what it changes. `lost`: content that is no profile and gives way. */
export interface ProfilePlan {
  readonly draft: Ours<Draft>;
  readonly changes: readonly FieldChange[];
  readonly lost: string | undefined;
}

/**
 * Builds the next version from a fresh one (undefined: there is none), with the changed fields only: all other members of its content stand byte
 * for byte, and all tags (INV-PRESERVE, C-08). Undefined: it says so already.
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
    draft: composed({ kind: KIND.Metadata, tags: base?.tags ?? [], content: editObject(content, edits) }),
    changes,
    lost: content === '' || isRecord(parseJson(content)) ? undefined : content,
  };
}

/** An older spelling is changed where it stands, or readers would go on with what it says; it is never added. */
function editsOf(field: ProfileField, to: string, content: string): ReadonlyArray<readonly [string, string | undefined]> {
  const [first, ...older] = FIELD_KEYS[field];
  const value = to === '' ? undefined : JSON.stringify(to);
  const there = parseJson(content);
  const standing = older.filter((key) => isRecord(there) && Object.hasOwn(there, key));
  return [first, ...standing].map((key) => [key, value]);
}

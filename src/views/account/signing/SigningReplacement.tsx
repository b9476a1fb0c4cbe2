import { FIELD_KEYS, PROFILE_FIELDS } from '../../../events/account/profile/profile-fields.ts';
import type { Replacement } from '../../../events/account/signing/signing-preview.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import styles from '../devices/Devices.module.css';
import { Difference, DifferenceCounts } from '../lists/ListDifference.tsx';
import { useLists } from '../lists/use-lists.ts';
import { useRowParts } from '../../ui/hooks/use-row-parts.ts';

/** The difference between a replacing event and the newest known version. */
export function SigningReplacement({ replacement }: { readonly replacement: Replacement }) {
  const { question: words } = useDeviceStrings();
  const { list: acts } = useActionStrings();
  const lists = useLists();
  const { isFirst, list, diff, sealed, fields, kept } = replacement;
  const isSame =
    diff.added.length + diff.removed.length + diff.changed.length + fields.length === 0;
  return (
    <>
      {isFirst && <Notice tone="warning">{words.first}</Notice>}
      {fields.length > 0 && <Fields fields={fields} />}
      {isSame && sealed === 'same' && <p className={text.muted}>{words.unchanged}</p>}
      {list ? <Difference lists={lists} list={list} diff={diff} /> : <TagChanges diff={diff} />}
      {!isFirst && kept > 0 && <p className={text.muted}>{acts.kept(kept)}</p>}
      {sealed !== 'same' && <p className={text.strong}>{words.secrets[sealed]}</p>}
    </>
  );
}

function Fields({ fields }: Pick<Replacement, 'fields'>) {
  const { question: words } = useDeviceStrings();
  const { fields: labels } = useOwnAccountStrings();
  const labelOf = (field: string) => {
    const known = PROFILE_FIELDS.find((one) => FIELD_KEYS[one].includes(field));
    return known ? labels[known].label : visibleText(field);
  };
  return (
    <dl className={styles.facts}>
      {fields.map(({ field, from, to }) => (
        <div key={field} className={styles.field}>
          <dt>
            <bdi>{labelOf(field)}</bdi>
          </dt>
          <dd>
            {from !== undefined && (
              <del>
                <span className={text.hidden}>{words.before}: </span>
                <bdi>{visibleText(from)}</bdi>
              </del>
            )}
            {to !== undefined && (
              <ins>
                <span className={text.hidden}>{words.after}: </span>
                <bdi>{visibleText(to)}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function TagChanges({ diff }: Pick<Replacement, 'diff'>) {
  const { list: acts } = useActionStrings();
  const sign = (sign: string, label: string, rows: ReadonlyArray<{ readonly tag: Tag }>) =>
    rows.map(({ tag }) => ({ sign, label, tag }));
  const rows = [...sign('−', acts.removed, diff.removed), ...sign('+', acts.added, diff.added)];
  const { shown, rest, more, ref } = useRowParts(rows, { first: 50, next: 500 });
  if (rows.length === 0) return null;
  return (
    <>
      <DifferenceCounts diff={diff} />
      <ul ref={ref} className={styles.tags}>
        {shown.map(({ sign: mark, label, tag }) => (
          <li key={`${mark}${tag.join(' ')}`} tabIndex={-1}>
            <span aria-hidden>{mark} </span>
            <span className={text.hidden}>{label} </span>
            <bdi>{visibleText(tag.join(' · '))}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button compact onClick={more}>
          {acts.more(rest)}
        </Button>
      )}
    </>
  );
}

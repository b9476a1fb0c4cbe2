import { use } from 'react';
import { displayNameOf } from '../../events/account/profile.ts';
import { noteOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import styles from './ReplyEntry.module.css';

/** Where a reply begins; visitors are told what it needs (ACCOUNT-01). `boxed`: as a field of its own in the side column (THREAD-02). */
export function ReplyEntry({ id, boxed = false }: { readonly id: string; readonly boxed?: boolean }) {
  const { reading, account } = useStrings();
  const shell = use(ShellContext);
  const author = useFacts((facts) => noteOf(facts, id)?.pubkey ?? '');
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, author), author));
  return (
    <button type="button" className={cx(styles.entry, boxed && styles.boxed)} onClick={() => shell?.onRefused(account.signInNeeded)}>
      <Icon name="reply" className={styles.icon} />
      <span>
        {reading.replyTo} <Isolate>{name}</Isolate>
      </span>
    </button>
  );
}

import { use } from 'react';
import { displayNameOf } from '../../events/account/profile.ts';
import { noteOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useThreadStrings } from '../app/strings/thread.ts';
import { useCanActNow } from '../account/use-features.ts';
import { useFound, useIntents } from '../publish/use-intents.ts';
import text from '../app/styles/text.module.css';
import styles from './ReplyEntry.module.css';

/** Where a reply begins; visitors are told what it needs (ACCOUNT-01). `boxed`: as a field of its own in the side column (THREAD-02). */
export function ReplyEntry({ id, boxed = false }: { readonly id: string; readonly boxed?: boolean }) {
  const reading = useThreadStrings();
  const shell = use(ShellContext);
  const event = useFacts((facts) => noteOf(facts, id));
  const canAct = useCanActNow();
  const orders = useIntents();
  const find = useFound();
  const author = event?.pubkey ?? '';
  const press = () => {
    if (canAct && event) orders.reply(find(event));
    else shell?.onRefused({ code: 'act.signIn' }, event && { type: 'compose.open', aim: { type: 'reply', found: find(event) } });
  };
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, author), author));
  return (
    <button type="button" className={cx(styles.entry, boxed && styles.boxed)} onClick={press}>
      <Icon name="reply" className={styles.icon} />
      <span className={text.cut}>
        {reading.replyTo} <Isolate>{name}</Isolate>
      </span>
    </button>
  );
}

import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import { entryKey, type ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { ChangeSign, ListEntry } from '../../account/lists/ListDifference.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PublishLedger.module.css';
import { MOST_NAMED } from './use-outbox.ts';

const SORTS = { add: 'added', first: 'added', set: 'set', remove: 'removed' } as const;

/** The entries that a list edit adds, changes or removes, so that it is known before a retry. */
export function ListChange({
  list,
  intents,
}: {
  readonly list: ListName;
  readonly intents: readonly ListIntent[];
}) {
  const { list: words } = useActionStrings();
  const rest = intents.length - MOST_NAMED;
  return (
    <div className={styles.changes}>
      {intents.slice(0, MOST_NAMED).map(({ act, tag, secret = false }) => (
        <p key={`${act} ${tag.join(' ')}`} className={styles.change}>
          <ChangeSign sort={SORTS[act]} />
          {tag[0] === 'p' && entryKey(list, tag) !== undefined ? (
            <Name pubkey={tag[1] ?? ''} />
          ) : (
            <ListEntry list={list} tag={tag} secret={secret} />
          )}
          {secret && <Icon name="lock" label={words.private} size="s" />}
        </p>
      ))}
      {rest > 0 && <p className={cx(text.small, text.muted)}>{words.more(rest)}</p>}
    </div>
  );
}

function Name({ pubkey }: { readonly pubkey: string }) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  return (
    <IsolatedText className={text.cut}>{visibleText(displayNameOf(profile, pubkey))}</IsolatedText>
  );
}

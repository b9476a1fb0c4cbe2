import { useMemo } from 'react';
import { CACHE } from '../../../events/account/lists/list-base.ts';
import { keptEntries } from '../../../events/account/lists/list-diff.ts';
import { formatList } from '../../../events/core/format-list.ts';
import { longDate } from '../../../events/core/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { Difference } from './ListDifference.tsx';
import {
  type ListEditHandle,
  listIntents,
  type ListsHandle,
  useListEdits,
  useListLoss,
  useListQuestion,
} from './use-lists.ts';
import { useLocale } from '../../ui/strings.ts';
import styles from './ListDialogs.module.css';

/** Silent relays that a dialog offers to remove. */
const MOST_OFFERS = 3;

/** The prompts of the lists: to confirm a change, or a loss of entries (BEYOND-01, BEYOND-02). */
export function ListDialogs({ lists }: { readonly lists: ListsHandle }) {
  const edits = useListEdits(lists);
  return (
    <>
      {edits.map((edit) => (
        <ChangeDialog key={edit.id} lists={lists} edit={edit} />
      ))}
      <LossDialog lists={lists} />
    </>
  );
}

function ChangeDialog({
  lists,
  edit,
}: {
  readonly lists: ListsHandle;
  readonly edit: ListEditHandle;
}) {
  const { list: words, cancel } = useActionStrings();
  const locale = useLocale();
  const { list, plan, silent } = useListQuestion(edit);
  if (!plan) return null;
  const isSilent = plan.reasons.includes('unsure-base');
  const after = { tags: plan.draft.tags, secret: plan.seal };
  const remove = (url: string) => {
    listIntents.confirm(edit);
    listIntents.removeRelay(lists, url);
  };
  const close = () => listIntents.cancel(edit);
  const foot = (
    <>
      <Button data-autofocus onClick={close}>
        {cancel}
      </Button>
      <Button
        tone={plan.diff.removed.length > 0 ? 'danger' : 'primary'}
        onClick={() => listIntents.confirm(edit)}
      >
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog question title={words.title(words.names[list])} onClose={close} foot={foot}>
      {plan.reasons.map((reason) => (
        <p key={reason}>
          {reason === 'unsure-base'
            ? words.silent(formatList(silent.map(words.source), locale))
            : words.reasons[reason]}
        </p>
      ))}
      {isSilent && list !== 'relays' && (
        <div className={styles.offers}>
          {silent
            .filter((source) => source !== CACHE)
            .slice(0, MOST_OFFERS)
            .map((url) => (
              <Button key={url} compact icon="trash" onClick={() => remove(url)}>
                {words.removeRelay(words.source(url))}
              </Button>
            ))}
        </div>
      )}
      <Difference
        lists={lists}
        list={list}
        diff={plan.diff}
        kept={keptEntries(list, after, plan.diff)}
      />
    </Dialog>
  );
}

function LossDialog({ lists }: { readonly lists: ListsHandle }) {
  const locale = useLocale();
  const { list: words } = useActionStrings();
  const loss = useListLoss(lists);
  const diff = useMemo(
    () => ({
      added: [],
      changed: [],
      removed: loss?.lost.map((tag) => ({ tag, secret: false })) ?? [],
      reordered: false,
    }),
    [loss],
  );
  if (!loss) return null;
  const accept = () => listIntents.accept(lists);
  const foot = (
    <>
      <LinkButton to={`/settings/versions?list=${loss.list}`} tone="quiet" onClick={accept}>
        {words.versions}
      </LinkButton>
      <Button onClick={accept}>{words.accept}</Button>
      <Button tone="primary" data-autofocus onClick={() => listIntents.restore(lists)}>
        {words.restore}
      </Button>
    </>
  );
  return (
    <Dialog question title={words.lossTitle} onClose={accept} foot={foot}>
      <p>{words.loss(words.names[loss.list], loss.lost.length, longDate(loss.at, locale))}</p>
      <Difference key={loss.to} lists={lists} list={loss.list} diff={diff} />
    </Dialog>
  );
}

import { useMemo } from 'react';
import { CACHE } from '../../../events/account/lists/list-base.ts';
import type { ListPlan } from '../../../events/account/lists/list-edit.ts';
import { entryKey, type ListName } from '../../../events/account/lists/list-definitions.ts';
import { keptEntries, type ListDiff } from '../../../events/account/lists/list-diff.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { ListLoss } from '../../../events/account/lists/list-losses.ts';
import { formatList } from '../../../events/core/format-list.ts';
import { longDate } from '../../../events/core/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import text from '../../ui/styles/text.module.css';
import { Difference } from './ListDifference.tsx';
import {
  type ListEditHandle,
  listIntents,
  type ListsHandle,
  useListConfirm,
  useListEdits,
  useListLoss,
  useListQuestion,
} from './use-lists.ts';
import { useLocale } from '../../ui/strings.ts';
import styles from './ListDialogs.module.css';

/** Silent relays that a dialog offers to remove. */
const MOST_OFFERS = 3;

/** Reasons that the first entries of a list have. */
const FIRST: ReadonlySet<ListPlan['reasons'][number]> = new Set([
  'few-follows',
  'new-list',
  'first-bookmark',
] as const);

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
  const asked = useListQuestion(edit);
  const { list, plan, silent, question, isHeld } = asked;
  const words = useQuestionWords(asked);
  const confirm = useListConfirm(edit, question);
  if (!plan && !question) return null;
  const remove = (url: string) => {
    confirm();
    listIntents.removeRelay(lists, url);
  };
  const close = () => listIntents.cancel(edit);
  const isRemoval = question !== undefined || (plan?.diff.removed.length ?? 0) > 0;
  // Enter must not lose an addition that the user has just asked for
  const isExpected = !isRemoval && plan?.reasons.every((reason) => FIRST.has(reason)) === true;
  const foot = (
    <>
      <Button data-autofocus={isExpected ? undefined : ''} onClick={close}>
        {words.cancel}
      </Button>
      <Button
        data-autofocus={isExpected ? '' : undefined}
        tone={isRemoval ? 'danger' : 'primary'}
        busy={!plan && !isHeld}
        onClick={confirm}
      >
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog
      question
      size={question ? 'small' : 'plain'}
      title={words.title}
      onClose={close}
      foot={foot}
    >
      {words.text !== undefined && <p className={cx(text.small, text.muted)}>{words.text}</p>}
      {question && (
        <p role="status" className={isHeld ? cx(text.small, text.muted) : text.hidden}>
          {isHeld ? words.waits : !plan && words.looking}
        </p>
      )}
      {plan && <Reasons list={list} plan={plan} silent={silent} onRemove={remove} />}
      {plan && (!question || plan.reasons.length > 0) && (
        <Difference
          lists={lists}
          list={list}
          diff={plan.diff}
          kept={keptEntries(list, { tags: plan.draft.tags, secret: plan.seal }, plan.diff)}
        />
      )}
    </Dialog>
  );
}

interface ReasonsProps {
  readonly list: ListName;
  readonly plan: ListPlan;
  readonly silent: readonly string[];
  readonly onRemove: (url: string) => void;
}

/** The risks of an edit. Silent relays that stay in the list are offered for removal. */
function Reasons({ list, plan: { reasons, diff }, silent, onRemove }: ReasonsProps) {
  const { list: words } = useActionStrings();
  const locale = useLocale();
  const offer = list === 'relays' ? words.removeAlso : words.removeRelay;
  const gone = new Set(
    list === 'relays' ? diff.removed.map(({ tag }) => entryKey(list, tag)) : undefined,
  );
  const offered = silent.filter(
    (url) => url !== CACHE && !gone.has(entryKey('relays', ['r', url])),
  );
  const isFirstFollow = reasons.includes('few-follows') && reasons.includes('new-list');
  return (
    <>
      {list === 'mutes' && reasons.includes('new-list') && (
        <p>{words.muted[diff.added.every(({ secret }) => secret) ? 'secret' : 'public']}</p>
      )}
      {isFirstFollow && <p>{words.firstFollow}</p>}
      {(isFirstFollow ? reasons.filter((one) => !FIRST.has(one)) : reasons).map((reason) => (
        <p key={reason}>
          {reason === 'unsure-base'
            ? words.silent(formatList(silent.map(words.source), locale))
            : words.reasons[reason]}
        </p>
      ))}
      {reasons.includes('unsure-base') && offered.length > 0 && (
        <div className={styles.offers}>
          {offered.slice(0, MOST_OFFERS).map((url) => (
            <Button key={url} compact icon="trash" onClick={() => onRemove(url)}>
              {offer(words.source(url))}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Return the words of a dialog: those of the act that was pressed, else those of the list. */
function useQuestionWords({ list, question }: ReturnType<typeof useListQuestion>) {
  const { list: words, cancel } = useActionStrings();
  const { removal, recommended } = useNetworkStrings();
  const { removal: mirrors } = useUploadsStrings();
  const locale = useLocale();
  const shared = { looking: words.looking, waits: words.waits };
  switch (question?.code) {
    case 'removeRelay':
      return { ...removal, text: removal.text(words.source(question.url)), ...shared };
    case 'replaceRelays':
      return {
        title: recommended.resetTitle,
        text: recommended.resetText(formatList(question.urls.map(words.source), locale)),
        confirm: recommended.resetConfirm,
        cancel: recommended.cancel,
        ...shared,
      };
    case 'removeMirrors':
      return { ...mirrors, ...shared };
    case undefined:
      return {
        title: words.title(words.names[list]),
        text: undefined,
        confirm: words.confirm,
        cancel,
        ...shared,
      };
  }
}

function LossDialog({ lists }: { readonly lists: ListsHandle }) {
  const locale = useLocale();
  const { list: words } = useActionStrings();
  const loss = useListLoss(lists);
  const diff = useMemo(() => loss && diffOfLoss(loss), [loss]);
  if (!loss || !diff) return null;
  const { list, own, at } = loss;
  const accept = () => listIntents.accept(lists);
  const date = longDate(at, locale);
  const name = words.names[list];
  const foot = (
    <>
      <LinkButton to={`/settings/versions?list=${list}`} tone="quiet" onClick={accept}>
        {words.versions}
      </LinkButton>
      <Button onClick={accept}>{own ? words.leave : words.accept}</Button>
      <Button tone="primary" data-autofocus onClick={() => listIntents.restore(lists)}>
        {own ? words.remake : words.restore}
      </Button>
    </>
  );
  return (
    <Dialog
      question
      title={own ? words.overwrittenTitle : words.lossTitle}
      onClose={accept}
      foot={foot}
    >
      <p>{own ? words.overwritten(name, date) : words.loss(name, loss.lost.length, date)}</p>
      {own?.isTried === true && <p>{words.triedAgain}</p>}
      <Difference key={loss.to} lists={lists} list={list} diff={diff} />
    </Dialog>
  );
}

/** Return the entries that are gone, or the entries of an own edit with its effect reverted. */
function diffOfLoss({ lost, own }: ListLoss): ListDiff {
  const rows = (own?.intents ?? lost.map((tag) => ({ act: 'add', tag }) as const)).map(
    ({ act, tag, secret = false }: ListIntent) => ({ act, row: { tag, secret } }),
  );
  const rowsOf = (...acts: ReadonlyArray<ListIntent['act']>) =>
    rows.flatMap(({ act, row }) => (acts.includes(act) ? [row] : []));
  return {
    added: rowsOf('remove'),
    changed: rowsOf('set', 'first').map((row) => ({ from: row, to: row })),
    removed: rowsOf('add'),
    reordered: false,
  };
}

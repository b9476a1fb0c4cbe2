import { useMemo } from 'react';
import type { ListName } from '../../events/account/list-form.ts';
import type { ListDiff } from '../../events/account/list-diff.ts';
import type { ListPlan } from '../../events/account/list-edit.ts';
import { longDate } from '../../events/app/format.ts';
import type { Tag } from '../../events/event.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { useActStrings } from '../app/strings/acts.ts';
import text from '../app/styles/text.module.css';
import { ThreadWords } from '../reading/ThreadWords.tsx';
import styles from './ListDialogs.module.css';
import { PersonLine } from './PersonLine.tsx';
import {
  type ListEditHandle,
  listIntents,
  type ListsHandle,
  useListEdits,
  useListLoss,
  useListQuestion,
  useShownEntries,
} from './use-lists.ts';
import { useParts } from './use-parts.ts';

/** What the lists have to ask: whether a change is meant, and whether entries that are gone were meant to go (BEYOND-01, BEYOND-02). */
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

function ChangeDialog({ lists, edit }: { readonly lists: ListsHandle; readonly edit: ListEditHandle }) {
  const { list: words, cancel } = useActStrings();
  const { list, plan } = useListQuestion(edit);
  if (!plan) return null;
  const close = () => listIntents.cancel(edit);
  const foot = (
    <>
      <Button data-autofocus onClick={close}>
        {cancel}
      </Button>
      <Button tone={plan.diff.removed.length > 0 ? 'danger' : 'primary'} onClick={() => listIntents.confirm(edit)}>
        {words.confirm}
      </Button>
    </>
  );
  return (
    <Dialog question title={words.title(words.names[list])} onClose={close} foot={foot}>
      {plan.reasons.map((reason) => (
        <p key={reason}>{words.reasons[reason]}</p>
      ))}
      <Difference lists={lists} list={list} diff={plan.diff} kept={keptIn(plan)} />
    </Dialog>
  );
}

function LossDialog({ lists }: { readonly lists: ListsHandle }) {
  const { list: words } = useActStrings();
  const loss = useListLoss(lists);
  const diff = useMemo(
    () => ({ added: [], changed: [], removed: loss?.lost.map((tag) => ({ tag, secret: false })) ?? [], reordered: false }),
    [loss],
  );
  if (!loss) return null;
  const accept = () => listIntents.accept(lists);
  const foot = (
    <>
      <Button onClick={accept}>{words.accept}</Button>
      <Button tone="primary" data-autofocus onClick={() => listIntents.restore(lists)}>
        {words.restore}
      </Button>
    </>
  );
  return (
    <Dialog question title={words.lossTitle} onClose={accept} foot={foot}>
      <p>{words.loss(words.names[loss.list], loss.lost.length, longDate(loss.at))}</p>
      <Difference key={loss.to} lists={lists} list={loss.list} diff={diff} />
    </Dialog>
  );
}

interface DifferenceProps {
  readonly lists: ListsHandle;
  readonly list: ListName;
  readonly diff: ListDiff;
  readonly kept?: number;
}

/** Entry by entry, exactly what comes and goes (BEYOND-01). Names are asked for of what is drawn. */
function Difference({ lists, list, diff, kept }: DifferenceProps) {
  const { list: words } = useActStrings();
  const rows = useMemo(
    () => [
      ...diff.added.map((row) => ({ ...row, sign: '+', label: words.added })),
      ...diff.changed.map(({ to }) => ({ ...to, sign: '~', label: words.changed })),
      ...diff.removed.map((row) => ({ ...row, sign: '−', label: words.removed })),
    ],
    [diff, words],
  );
  const { shown, from, rest, more, ref } = useParts(rows, { first: 20, next: 100 });
  const { length } = shown;
  // what stands in a private part is named to no service
  const open = useMemo(() => rows.slice(from, length).flatMap(({ tag, secret }) => (secret ? [] : [tag])), [rows, from, length]);
  useShownEntries(lists, open);
  return (
    <>
      <ul ref={ref} className={styles.rows}>
        {shown.map(({ tag, secret, sign, label }) => (
          <li key={`${sign}${tag.join(' ')}`} className={styles.row} tabIndex={-1}>
            <span className={styles.sign} aria-hidden>
              {sign}
            </span>
            <span className={text.hidden}>{label}</span>
            <Entry list={list} tag={tag} secret={secret} />
            {secret && <Icon name="lock" label={words.private} size="s" />}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button tone="quiet" compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
      {kept !== undefined && kept > 0 && <p className={cx(text.small, text.muted)}>{words.kept(kept)}</p>}
    </>
  );
}

function Entry({ list, tag, secret }: { readonly list: ListName; readonly tag: Tag; readonly secret: boolean }) {
  const [kind = '', value = ''] = tag;
  if (kind === 'p') return <PersonLine pubkey={value} secret={secret} />;
  if (kind === 'e') return <ThreadWords id={value} />;
  const shown = kind === 't' ? `#${value}` : value;
  return (
    <bdi className={text.cut} dir={list === 'mutes' ? 'auto' : 'ltr'}>
      {shown}
    </bdi>
  );
}

/** Entries that stand in both. */
function keptIn({ draft, diff }: ListPlan): number {
  return Math.max(0, draft.tags.length - diff.added.length - diff.changed.length);
}

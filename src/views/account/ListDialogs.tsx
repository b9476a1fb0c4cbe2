import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ListName } from '../../events/account/list-form.ts';
import { LIST_NAMES } from '../../events/account/list-form.ts';
import type { ListDiff } from '../../events/account/list-diff.ts';
import type { ListPlan } from '../../events/account/list-edit.ts';
import { longDate } from '../../events/app/format.ts';
import type { Tag } from '../../events/event.ts';
import type { ListEditActor } from '../../machines/account/list-edit.machine.ts';
import type { ListsActor } from '../../machines/account/lists.machine.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { useActStrings } from '../app/strings/acts.ts';
import text from '../app/styles/text.module.css';
import { now } from '../publish/use-intents.ts';
import { ThreadWords } from '../reading/ThreadWords.tsx';
import styles from './ListDialogs.module.css';
import { PersonLine } from './PersonLine.tsx';
import { useParts } from './use-parts.ts';

/** What the lists have to ask: whether a change is meant, and whether entries that are gone were meant to go (BEYOND-01, BEYOND-02). */
export function ListDialogs({ lists }: { readonly lists: ListsActor }) {
  const editors = useSelector(
    lists,
    ({ children }) => LIST_NAMES.flatMap((list): ListEditActor | never[] => children[`edit ${list}`] ?? []),
    (one, other) => one.length === other.length && one.every((editor, at) => editor === other[at]),
  );
  return (
    <>
      {editors.map((editor) => (
        <ChangeDialog key={editor.id} lists={lists} editor={editor} />
      ))}
      <LossDialog lists={lists} />
    </>
  );
}

function ChangeDialog({ lists, editor }: { readonly lists: ListsActor; readonly editor: ListEditActor }) {
  const { list: words, cancel } = useActStrings();
  const isAsking = useSelector(editor, (snapshot) => snapshot.hasTag('asking'));
  const list = useSelector(editor, ({ context }) => context.list);
  const planned = useSelector(editor, ({ context }) => context.planned);
  if (!isAsking || !planned?.ok) return null;
  const { plan } = planned;
  const close = () => editor.send({ type: 'list.cancel' });
  const foot = (
    <>
      <Button data-autofocus onClick={close}>
        {cancel}
      </Button>
      <Button tone={plan.diff.removed.length > 0 ? 'danger' : 'primary'} onClick={() => editor.send({ type: 'list.confirm' })}>
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

function LossDialog({ lists }: { readonly lists: ListsActor }) {
  const { list: words } = useActStrings();
  const loss = useSelector(lists, ({ context }) => context.losses[0]);
  const diff = useMemo(
    () => ({ added: [], changed: [], removed: loss?.lost.map((tag) => ({ tag, secret: false })) ?? [], reordered: false }),
    [loss],
  );
  if (!loss) return null;
  const accept = () => lists.send({ type: 'lists.accept' });
  const foot = (
    <>
      <Button onClick={accept}>{words.accept}</Button>
      <Button tone="primary" data-autofocus onClick={() => lists.send({ type: 'lists.restore', now: now() })}>
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
  readonly lists: ListsActor;
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
  useEffect(() => {
    // what stands in a private part is named to no service
    const open = rows.slice(from, length).filter(({ secret }) => !secret);
    lists.send({ type: 'lists.show', tags: open.map(({ tag }) => tag) });
  }, [lists, rows, from, length]);
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

import type { ReactNode } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { ComposeAim, KeptAim } from '../../../events/compose/compose.ts';
import { isMissed } from '../../../events/publish/outbox/schedule.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { toSeconds } from '../../../events/core/time.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { TextPreview } from '../../account/text/TextPreview.tsx';
import { AnsweredNote } from '../AnsweredNote.tsx';
import styles from './DraftsDialog.module.css';
import type { ListedDraft, ScheduledNote, useDraftList } from './use-draft-list.ts';

type Box = ReturnType<typeof useDraftList>;

/** A draft on this device. */
export function DraftRow({ draft, box }: { readonly draft: ListedDraft; readonly box: Box }) {
  const { drafts: words } = useComposeStrings();
  const { locale } = useStrings();
  const { due } = draft.writing;
  return (
    <WithAim kept={draft.aim}>
      {(aim, above) => (
        <Row
          kind={words.kinds[draft.aim.type]}
          said={
            <>
              <Time at={toSeconds(draft.at)} /> {draft.isOpen && words.inTab}{' '}
              {due !== undefined && words.unscheduled(exactTime(due, locale))}
            </>
          }
          above={above}
          words={draft.writing.text}
          acts={
            <>
              <Button compact disabled={!aim || draft.isOpen} onClick={() => aim && box.open(aim)}>
                {words.open}
              </Button>
              <Button
                compact
                tone="quiet"
                disabled={draft.isOpen}
                onClick={() => box.remove(draft)}
              >
                {words.delete}
              </Button>
            </>
          }
        />
      )}
    </WithAim>
  );
}

interface PlanProps {
  readonly plan: ScheduledNote;
  readonly box: Box;
}

/** A scheduled note, or one that missed its time. */
export function PlanRow({ plan, box }: PlanProps) {
  const { drafts: words } = useComposeStrings();
  const { locale } = useStrings();
  const isLate = useClock((now) => (isMissed(plan, now) ? 'late' : '')) === 'late';
  const time = exactTime(plan.due, locale);
  return (
    <TimedRow
      plan={plan}
      box={box}
      isWrong={isLate}
      said={isLate ? words.missed(time) : words.due(time)}
      onSend={() => box.publish(plan)}
    />
  );
}

/** A scheduled note that was refused or waits for the key. It can be sent, edited, or deleted. */
export function RefusedRow({ plan, box }: PlanProps) {
  const { drafts: words } = useComposeStrings();
  const { locale } = useStrings();
  return (
    <TimedRow
      plan={plan}
      box={box}
      isWrong={plan.isLocked !== true}
      said={words[plan.isLocked ? 'locked' : 'unsent'](exactTime(plan.due, locale))}
      onSend={() => box.again(plan)}
    />
  );
}

interface TimedRowProps extends PlanProps {
  readonly isWrong: boolean;
  readonly said: string;
  readonly onSend: () => void;
}

function TimedRow({ plan, box, isWrong, said, onSend }: TimedRowProps) {
  const { drafts: words } = useComposeStrings();
  return (
    <WithAim kept={plan.aim}>
      {(aim, above) => (
        <Row
          kind={words.kinds[plan.aim?.type ?? 'note']}
          said={
            <>
              <span className={isWrong ? styles.late : undefined}>{said}</span>{' '}
              {plan.isOpen && words.inTab}
            </>
          }
          above={above}
          words={plan.wish.writing?.text ?? plan.wish.draft.content}
          acts={
            <>
              <Button
                compact
                disabled={!aim || plan.isOpen || !plan.wish.writing || box.stand !== 'ready'}
                onClick={() => aim && box.edit(plan, aim)}
              >
                {words.edit}
              </Button>
              <Button compact onClick={onSend}>
                {words.send}
              </Button>
              <Button compact tone="quiet" onClick={() => box.cancel(plan)}>
                {words.delete}
              </Button>
            </>
          }
        />
      )}
    </WithAim>
  );
}

interface RowProps {
  readonly kind: string;
  readonly said: ReactNode;
  readonly above?: ReactNode;
  readonly words: string;
  readonly acts: ReactNode;
}

/** Plain text, so that a list loads nothing of a draft. */
export function Row({ kind, said, above, words: written, acts }: RowProps) {
  const { drafts: words } = useComposeStrings();
  const isBlank = written.trim() === '';
  return (
    <li className={styles.row}>
      <p className={cx(styles.head, text.small, text.muted)}>
        <Icon name="pen" size="s" />
        {kind} {said}
      </p>
      {above}
      <p className={cx(styles.text, text.clamp3, isBlank && text.muted)} dir="auto">
        {isBlank ? words.blank : <TextPreview text={written} words={words.preview} />}
      </p>
      <div className={styles.acts}>{acts}</div>
    </li>
  );
}

interface WithAimProps {
  readonly kept: KeptAim | undefined;
  readonly children: (aim: ComposeAim | undefined, above: ReactNode) => ReactNode;
}

/** The purpose of a draft, with its parent or quoted event, which is loaded if necessary. */
function WithAim({ kept, children }: WithAimProps) {
  if (kept === undefined || kept.type === 'note') return children(kept ?? { type: 'note' }, null);
  return <WithEvent kept={kept}>{children}</WithEvent>;
}

function WithEvent({
  kept,
  children,
}: WithAimProps & { readonly kept: Exclude<KeptAim, { readonly type: 'note' }> }) {
  const { type, id, place } = kept;
  const { drafts: words } = useComposeStrings();
  const { isLoading } = useLookup(`draft ${id}`, (user_pubkey) =>
    query('events', { event_ids: [id], extended_response: true, user_pubkey }),
  );
  const event = useFacts((facts) => noteOf(facts, id));
  if (!event)
    return children(
      undefined,
      isLoading ? null : <p className={cx(text.small, text.muted)}>{words.lost}</p>,
    );
  const placed = place === undefined ? {} : { place };
  return children({ type, found: { event }, ...placed }, <AnsweredNote event={event} as={type} />);
}

export function Rows({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: readonly ReactNode[];
}) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {hint !== undefined && <p className={cx(text.small, text.muted)}>{hint}</p>}
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

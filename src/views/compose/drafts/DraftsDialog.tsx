import { useLayoutEffect, useRef } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { useDrafts } from './use-foreign-drafts.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { ForeignDrafts } from './ForeignDrafts.tsx';
import styles from './DraftsDialog.module.css';
import { DraftRow, PlanRow, RefusedRow, Rows } from './DraftRow.tsx';
import { useDraftList } from './use-draft-list.ts';

/** All drafts: scheduled notes, texts on this device, and drafts of other apps (NIP-37). */
export function DraftsDialog({ onClose }: { readonly onClose: () => void }) {
  const { drafts: words } = useComposeStrings();
  const box = useDraftList();
  const { drafts, plans, refused, stand, undo } = box;
  const elsewhere = useDrafts();
  const notes = elsewhere.shown.filter(
    ({ kind, state }) => kind === KIND.Text && state !== 'unreadable',
  );
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className={styles.box}>
        <Undo undo={undo} />
        {stand === 'failed' && <Notice tone="warning">{words.failed}</Notice>}
        {stand === 'loading' && <Skeleton />}
        {stand === 'ready' &&
          !elsewhere.isClosed &&
          drafts.length + plans.length + refused.length + notes.length === 0 && (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          )}
        <Rows title={words.refused}>
          {refused.map((plan) => (
            <RefusedRow key={plan.job} plan={plan} box={box} />
          ))}
        </Rows>
        <Rows title={words.scheduled} hint={words.scheduledHint}>
          {plans.map((plan) => (
            <PlanRow key={plan.job} plan={plan} box={box} />
          ))}
        </Rows>
        <Rows title={words.here}>
          {drafts.map((draft) => (
            <DraftRow key={draft.target} draft={draft} box={box} />
          ))}
        </Rows>
        <ForeignDrafts
          notes={notes}
          onRead={elsewhere.read}
          onOpen={stand === 'ready' ? box.openCopy : undefined}
          onMore={
            elsewhere.isEnded || elsewhere.isLoading || elsewhere.isClosed
              ? undefined
              : elsewhere.more
          }
          onList={elsewhere.isClosed ? elsewhere.more : undefined}
        />
      </div>
    </Dialog>
  );
}

/** Undoes the last deletion. It takes the focus, because the deleted row is gone. */
function Undo({ undo }: { readonly undo: (() => void) | undefined }) {
  const { drafts: words } = useComposeStrings();
  const button = useRef<HTMLButtonElement>(null);
  const isThere = undo !== undefined;
  useLayoutEffect(() => {
    if (isThere) button.current?.focus();
  }, [isThere]);
  return (
    <div role="status">
      {undo && (
        <Notice
          action={
            <Button ref={button} compact onClick={undo}>
              {words.undo}
            </Button>
          }
        >
          {words.deleted}
        </Notice>
      )}
    </div>
  );
}

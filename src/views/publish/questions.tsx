import { type ReactNode, useState } from 'react';
import { displayNameOf } from '../../events/account/profile.ts';
import { mute, type Muted } from '../../events/account/list-intents.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { buildDeletion } from '../../events/publish/acts.ts';
import { countedOn } from '../../events/publish/counted-on.ts';
import { acceptedBy } from '../../events/publish/outbox.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { ConfirmDialog } from '../app/primitives/ConfirmDialog.tsx';
import { useActStrings } from '../app/strings/acts.ts';
import { useFound, useIntents } from './use-intents.ts';
import { useOutboxRecordsNow } from './use-outbox.ts';
import { ReportDialog } from './ReportDialog.tsx';

export type Asked =
  | { readonly ask: 'mute'; readonly what: Muted }
  | { readonly ask: 'report'; readonly pubkey: string; readonly event?: VerifiedEvent }
  | { readonly ask: 'delete'; readonly event: VerifiedEvent };

/** Questions before acts that others see or that hide something; one at a time. */
export function useQuestions(): { readonly ask: (asked: Asked) => void; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return { ask: setAsked, dialog: asked && <Question asked={asked} onClose={close} /> };
}

function Question({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  if (asked.ask === 'mute') return <MuteQuestion what={asked.what} onClose={onClose} />;
  if (asked.ask === 'delete') return <DeleteQuestion event={asked.event} onClose={onClose} />;
  return <ReportDialog pubkey={asked.pubkey} event={asked.event} onClose={onClose} />;
}

function MuteQuestion({ what, onClose }: { readonly what: Muted; readonly onClose: () => void }) {
  const { mute: words, cancel } = useActStrings();
  const orders = useIntents();
  const pubkey = what.type === 'user' ? what.pubkey : '';
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const [title, text] = what.type === 'user' ? [words.title(name), words.user(name)] : [words.threadTitle, words.thread];
  const confirm = () => {
    orders.edit('mutes', mute(what));
    onClose();
  };
  return <ConfirmDialog question={{ title, text, confirm: words.confirm, cancel, danger: true }} onConfirm={confirm} onCancel={onClose} />;
}

function DeleteQuestion({ event, onClose }: { readonly event: VerifiedEvent; readonly onClose: () => void }) {
  const { delete: words, cancel } = useActStrings();
  const orders = useIntents();
  const records = useOutboxRecordsNow();
  const find = useFound();
  const confirm = () => {
    const draft = buildDeletion([event], event.pubkey);
    const record = [...records().values()].find((one) => one.event?.id === event.id);
    // whoever holds it has to hear of it
    const also = [...(record ? acceptedBy(record) : []), ...(find(event).relays ?? [])];
    if (draft) orders.publish(draft, { done: { code: 'delete.done' }, also, about: countedOn(event) });
    onClose();
  };
  return <ConfirmDialog question={{ ...words, cancel, danger: true }} onConfirm={confirm} onCancel={onClose} />;
}

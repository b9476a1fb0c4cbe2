import { type ClipboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useSelector } from '@xstate/react';
import { useFeature, useSession } from '../../account/use-features.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import type { UploadsAdd } from '../../../machines/media/upload/uploads.machine.ts';
import { useComposeActor } from '../use-compose.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/** Gives files to the uploads of a text. */
export function useAddFiles(): (files: Iterable<File> | null | undefined) => void {
  const compose = useComposeActor();
  const withKnown = useKnownOfFiles(compose.getSnapshot().context.account);
  return (files) => {
    const added = [...(files ?? [])];
    if (added.length > 0) compose.send({ type: 'uploads.add', ...withKnown(added) });
  };
}

/** Files with what is known of the account that sends them: its servers, and how large they may be. */
export function useKnownOfFiles(account: string): (files: readonly File[]) => Omit<UploadsAdd, 'type'> {
  const servers = useFacts((facts) => listOf(facts, KIND.BlossomServers, account));
  const told = useToldTier();
  const cohort = useFacts((facts) => getRow(facts.cohorts, account)?.tier);
  const tier = told ?? (cohort === 'premium' || cohort === 'premium-legend' ? cohort : 'none');
  const media = useFeature('media');
  return (files) => ({ files, tier, told, servers, mirrors: media?.getSnapshot().context.mirrors });
}

/** What the service said at the sign-in that the account is (MEMBER-01). */
function useToldTier(): MembershipTier | undefined {
  const membership = useSelector(useSession(), (snapshot) => snapshot?.children.membership);
  return useSelector(membership, (snapshot) => snapshot?.context.tier);
}

/** The files that were pasted: none where text came with them, as office programs put a picture of the text beside it. */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  return types.includes('text/plain') ? [] : [...files];
}

/** Takes pasted files. */
export function pasteFiles(event: ClipboardEvent, add: (files: readonly File[]) => void): void {
  const files = pastedFiles(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  add(files);
}

/** Whether files are being dragged over the page; wherever on it they are dropped, they are meant for this text, and no page opens. */
export function useDrop(add: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(add);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    // it goes to nothing where it leaves the window
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent) => {
      setOver(false);
      // a text may have taken them where they were dropped in it
      if (!event.dataTransfer || event.dataTransfer.files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      drop(event.dataTransfer.files);
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', take);
    };
  }, []);
  return isOver;
}

import { type ClipboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useSelector } from '@xstate/react';
import { useFeature, useSession } from '../../account/use-features.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import type { UploadsAdd } from '../../../machines/media/upload/uploads.machine.ts';
import { useComposeActor } from '../use-compose.ts';
import {
  type MembershipTier,
  membershipTier,
} from '../../../events/account/membership/membership.ts';

/** Return a function that uploads files for a text. */
export function useAddFiles(): (files: Iterable<File> | null | undefined) => void {
  const compose = useComposeActor();
  const withKnown = useKnownOfFiles(compose.getSnapshot().context.account);
  return (files) => {
    const added = [...(files ?? [])];
    const pictures = [...added.keys()].filter((nth) => added[nth]?.type.startsWith('image/'));
    if (added.length > 0) compose.send({ type: 'uploads.add', pictures, ...withKnown(added) });
  };
}

/** Return a function that adds the account's servers, mirrors and membership tier to files. */
export function useKnownOfFiles(
  account: string,
): (files: readonly File[]) => Omit<UploadsAdd, 'type'> {
  const servers = useFacts((facts) => listOf(facts, KIND.BlossomServers, account));
  const told = useToldTier();
  const cohort = useFacts((facts) => getRow(facts.cohorts, account)?.tier);
  const tier = told ?? membershipTier(cohort);
  const media = useFeature('media');
  return (files) => ({ files, tier, told, servers, mirrors: media?.getSnapshot().context.mirrors });
}

/** Return the membership tier that the service reported at sign-in (MEMBER-01). */
function useToldTier(): MembershipTier | undefined {
  const membership = useSelector(useSession(), (snapshot) => snapshot?.children.membership);
  return useSelector(membership, (snapshot) => snapshot?.context.tier);
}

/**
 * Return the pasted files. Empty if text came with them, because office programs add a picture of
 * the text.
 */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  return types.includes('text/plain') ? [] : [...files];
}

/** Upload pasted files. */
export function pasteFiles(event: ClipboardEvent, add: (files: readonly File[]) => void): void {
  const files = pastedFiles(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  add(files);
}

/**
 * True if files are dragged over the page. Files that are dropped anywhere belong to this text, and
 * the browser does not open them.
 */
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
    // The related target is null when the drag leaves the window.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent) => {
      setOver(false);
      // The text may already have accepted a drop inside it.
      if (!event.dataTransfer || event.dataTransfer.files.length === 0 || event.defaultPrevented)
        return;
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

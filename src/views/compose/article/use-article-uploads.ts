import { useSelector } from '@xstate/react';
import type { Uploaded } from '../../../events/media/upload.ts';
import type { UploadFailure } from '../../../machines/media/upload/upload.machine.ts';
import type { UploadsActor } from '../../../machines/media/upload/uploads.machine.ts';
import { useOpened } from '../../account/use-features.ts';
import { nowMillis } from '../../ui/hooks/now.ts';
import { uploadsIn } from '../upload/use-compose-files.ts';
import { useKnownOfFiles } from '../upload/use-files.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/** Why a file did not get into the text; what `send` rejects with. */
export class NotUploaded extends Error {
  readonly failure: UploadFailure;
  readonly tier: MembershipTier;

  constructor(failure: UploadFailure, tier: MembershipTier) {
    super(failure.fault);
    this.failure = failure;
    this.tier = tier;
  }
}

type UploadsSnapshot = ReturnType<UploadsActor['getSnapshot']>;

/** Pictures on their way into the article that is open: how many, and how one is sent there. */
export function useArticleUploads(account: string, draft: string) {
  const articles = useOpened('articleEdit');
  const withKnown = useKnownOfFiles(account);
  const uploads = useSelector(articles, (snapshot) => snapshot?.children.uploads);
  const going = useSelector(uploads, (snapshot) => (snapshot ? goingIn(snapshot) : 0));
  /** Sends a picture, once more where it did not go; rejects with `NotUploaded`. */
  const send = (file: File): Promise<Uploaded> => {
    const before = articles?.getSnapshot().children.uploads;
    const failed = before && uploadOf(before.getSnapshot(), file);
    // readers draw what stands as a picture as a picture
    if (!file.type.startsWith('image/')) return Promise.reject(new NotUploaded({ fault: 'kind' }, 'none'));
    if (failed) failed.send({ type: 'upload.retry', now: nowMillis() });
    else articles?.send({ type: 'articleEdit.upload', draft, add: withKnown([file]) });
    const now = articles?.getSnapshot().children.uploads;
    return now ? whenThere(now, file) : Promise.reject(new NotUploaded({ fault: 'other' }, 'none'));
  };
  return { going, send };
}

function goingIn({ context }: UploadsSnapshot): number {
  return [...context.stands.values()].filter((stand) => stand !== 'failed').length;
}

function uploadOf(snapshot: UploadsSnapshot, file: File) {
  return uploadsIn(snapshot).find((upload) => upload.getSnapshot().context.file === file);
}

/** Until the file lies on a server, or did not get there. */
function whenThere(uploads: UploadsActor, file: File): Promise<Uploaded> {
  return new Promise<Uploaded>((resolve, reject) => {
    const look = (snapshot: UploadsSnapshot): void => {
      const there = [...snapshot.context.sent].find(([, one]) => one.file === file);
      const upload = uploadOf(snapshot, file)?.getSnapshot();
      if (!there && upload && !upload.hasTag('failed')) return;
      heard.unsubscribe();
      if (there) resolve({ url: there[0], tag: there[1].tag });
      else reject(new NotUploaded(upload?.context.failure ?? { fault: 'other' }, upload?.context.tier ?? 'none'));
    };
    const heard = uploads.subscribe({ next: look, complete: () => reject(new NotUploaded({ fault: 'other' }, 'none')) });
    look(uploads.getSnapshot());
  });
}

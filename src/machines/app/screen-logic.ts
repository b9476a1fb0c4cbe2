import type { profileMachine } from '../account/profile/profile.machine.ts';
import type { verifiedNamesMachine } from '../account/profile/verified-names.machine.ts';
import type { lookupMachine } from '../connection/lookup.machine.ts';
import type { notificationListMachine } from '../notifications/notification-list.machine.ts';
import type { searchMachine } from '../reading/search/search.machine.ts';
import type { blobMachine } from '../media/blob.machine.ts';
import type { netStatsMachine } from '../reading/explore/net-stats.machine.ts';
import type { threadMachine } from '../reading/thread/thread.machine.ts';
import type { linkPreviewsMachine } from '../reading/content/link-previews.machine.ts';
import type { translationMachine } from '../reading/content/translation.machine.ts';
import type { dialogsMachine } from '../core/dialogs.machine.ts';
import { lazyLogic } from '../core/lazy-logic.ts';

/** Logic that is loaded with later screens, or with the first question. */
export const blob = lazyLogic<typeof blobMachine>('blob');
export const dialogs = lazyLogic<typeof dialogsMachine>('dialogs');
export const linkPreviews = lazyLogic<typeof linkPreviewsMachine>('linkPreviews');
export const lookup = lazyLogic<typeof lookupMachine>('lookup');
export const names = lazyLogic<typeof verifiedNamesMachine>('names');
export const notifications = lazyLogic<typeof notificationListMachine>('notifications');
export const profile = lazyLogic<typeof profileMachine>('profile');
export const search = lazyLogic<typeof searchMachine>('search');
export const stats = lazyLogic<typeof netStatsMachine>('stats');
export const thread = lazyLogic<typeof threadMachine>('thread');
export const translation = lazyLogic<typeof translationMachine>('translation');

import { profileMachine } from '../../../src/machines/account/profile/profile.machine.ts';
import { dialogsMachine } from '../../../src/machines/core/dialogs.machine.ts';
import {
  blob,
  dialogs,
  linkPreviews,
  lookup,
  profile,
  search,
  stats,
  thread,
  translation,
} from '../../../src/machines/app/screen-logic.ts';
import { lookupMachine } from '../../../src/machines/connection/lookup.machine.ts';
import { blobMachine } from '../../../src/machines/media/blob.machine.ts';
import { searchMachine } from '../../../src/machines/reading/search/search.machine.ts';
import { netStatsMachine } from '../../../src/machines/reading/explore/net-stats.machine.ts';
import { threadMachine } from '../../../src/machines/reading/thread/thread.machine.ts';
import { linkPreviewsMachine } from '../../../src/machines/reading/content/link-previews.machine.ts';
import { translationMachine } from '../../../src/machines/reading/content/translation.machine.ts';

/** Loads the code of all screens, as if they had been opened. */
blob.register(blobMachine);
dialogs.register(dialogsMachine);
lookup.register(lookupMachine);
profile.register(profileMachine);
search.register(searchMachine);
stats.register(netStatsMachine);
thread.register(threadMachine);
linkPreviews.register(linkPreviewsMachine);
translation.register(translationMachine);

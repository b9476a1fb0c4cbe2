import { profileMachine } from '../../src/machines/account/profile.machine.ts';
import { dialogsMachine } from '../../src/machines/app/dialogs.machine.ts';
import { dialogs, lookup, profile, stats, thread } from '../../src/machines/app/screen-logic.ts';
import { lookupMachine } from '../../src/machines/connection/lookup.machine.ts';
import { statsMachine } from '../../src/machines/reading/stats.machine.ts';
import { threadMachine } from '../../src/machines/reading/thread.machine.ts';

/** The code of all screens is here, as it is once they were opened. */
dialogs.register(dialogsMachine);
lookup.register(lookupMachine);
profile.register(profileMachine);
stats.register(statsMachine);
thread.register(threadMachine);

import { actItems } from '../../../events/reading/thread/interactions.ts';
import { provideReader } from '../feed/feed.machine.ts';

/** Provide the reader of lists of likes, zaps, reposts and quotes (NOTE-14). */
export function provideActReader(): void {
  provideReader('acts', (answer, reads) =>
    reads.as === 'acts' ? actItems(answer, reads.acts) : undefined,
  );
}

import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { KindRoom } from './AttachmentPlaceholder.tsx';

/** What is neither note nor article: its code comes with the first one, and about the room that it takes is kept free. */
export const KindPlace = lazyPart(() => import('../cards/KindContent.tsx').then(({ KindContent }) => KindContent), { Place: KindRoom });

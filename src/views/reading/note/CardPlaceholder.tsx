import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { KindRoom } from './AttachmentPlaceholder.tsx';

/**
 * An event that is neither note nor article. Its code loads with the first one, and about its space
 * is reserved.
 */
export const KindPlace = lazyPart(
  () => import('../cards/KindContent.tsx').then(({ KindContent }) => KindContent),
  { Place: KindRoom },
);

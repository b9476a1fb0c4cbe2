import { mediaOf } from '../../events/media/media-type.ts';
import { useCovers, useFacts } from '../ui/hooks/app-context.ts';
import { usePictureSource } from '../ui/display/use-picture-source.ts';

interface Cover extends ReturnType<typeof usePictureSource> {
  /**
   * True if there may be a picture, so that its space is reserved while it loads and after a
   * failure.
   */
  readonly isKept: boolean;
}

/**
 * A picture beside a text, in a stored size for `width` CSS pixels: its first address that has not
 * failed.
 */
export function useCover(image: string, width: number): Cover {
  const info = useFacts((facts) => mediaOf(facts.media, { text: image, url: image }));
  const sources = useCovers()(image, width, info);
  return { ...usePictureSource(sources), isKept: sources.length > 0 };
}

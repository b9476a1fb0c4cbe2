import { mediaOf } from '../../events/media/media-type.ts';
import { useCovers, useFacts } from '../ui/hooks/app-context.ts';
import { useStillHad } from '../ui/display/use-picture-source.ts';

interface Cover extends ReturnType<typeof useStillHad> {
  /** Whether there is one to be had, so that its place is kept while it comes and where it does not. */
  readonly isKept: boolean;
}

/** A picture beside words, in a stored size for `width` CSS pixels: the first address of it that has not failed. */
export function useCover(image: string, width: number): Cover {
  const info = useFacts((facts) => mediaOf(facts.media, { text: image, url: image }));
  const sources = useCovers()(image, width, info);
  return { ...useStillHad(sources), isKept: sources.length > 0 };
}

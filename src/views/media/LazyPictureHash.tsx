import { lazyPart } from '../ui/overlays/lazy-part.tsx';

const Hash = lazyPart(() =>
  import('./PictureHash.tsx').then(
    ({ PictureHash }) => PictureHash,
    () => () => null,
  ),
);

/**
 * `PictureHash` for a picture that has one. Its code is loaded with the first one. Without its code
 * there is none.
 */
export function LazyPictureHash({ fields }: { readonly fields: ReadonlyMap<string, string> }) {
  return fields.has('thumbhash') || fields.has('blurhash') ? <Hash fields={fields} /> : null;
}

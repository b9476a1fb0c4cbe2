import { lazyPart } from '../ui/overlays/lazy-part.tsx';

const Hash = lazyPart(() => import('./PictureStandIn.tsx').then((code) => code.PictureHash));

/** `PictureHash` for a picture that has one. Its code is loaded with the first one. */
export function LazyPictureHash({ fields }: { readonly fields: ReadonlyMap<string, string> }) {
  return (fields.has('thumbhash') || fields.has('blurhash')) && <Hash fields={fields} />;
}

import { Fragment } from 'react';
import { stretchesOf } from '../../../events/reading/content/break-points.ts';

/** What people wrote, so that a line may end within words of any length; copied, it is the same text (E-08, E-44). */
export function Words({ text }: { readonly text: string }) {
  const stretches = stretchesOf(text);
  if (stretches.length === 1) return text;
  return stretches.map((stretch, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {stretch}
    </Fragment>
  ));
}

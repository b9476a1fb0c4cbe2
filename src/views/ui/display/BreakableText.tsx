import { Fragment } from 'react';
import { stretchesOf } from '../../../events/reading/content/break-points.ts';

/**
 * A user's text in which lines may break within words of any length. The copied text is unchanged
 * (E-08, E-44).
 */
export function BreakableText({ text }: { readonly text: string }) {
  const stretches = stretchesOf(text);
  if (stretches.length === 1) return text;
  return stretches.map((stretch, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {stretch}
    </Fragment>
  ));
}

import type { ReactNode } from 'react';

/**
 * A user's text, isolated so that its direction does not reorder the text around it (ACCESS-04).
 */
export function IsolatedText({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}

import type { ReactNode } from 'react';

/** What people wrote, kept from turning the text around it (ACCESS-04). */
export function Isolate({ children, className }: { readonly children: ReactNode; readonly className?: string | undefined }) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}

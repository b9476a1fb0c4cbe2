import { useEffect, useState } from 'react';

/** Return an address of the file in this browser, for as long as it is shown. */
export function useFileUrl(file: File | undefined): string | undefined {
  const [shown, setShown] = useState<{ readonly file: File; readonly url: string }>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown?.file === file ? shown?.url : undefined;
}

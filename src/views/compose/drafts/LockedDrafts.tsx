import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';

interface ClosedDraftsProps {
  readonly words: { readonly closed: string; readonly list: string };
  readonly onList: () => void;
}

/**
 * Drafts on relays are only listed for their author. Explains that listing needs the key, with a
 * button that requests it (BEYOND-03).
 */
export function ClosedDrafts({ words, onList }: ClosedDraftsProps) {
  return (
    <Notice
      action={
        <Button compact onClick={onList}>
          {words.list}
        </Button>
      }
    >
      {words.closed}
    </Notice>
  );
}

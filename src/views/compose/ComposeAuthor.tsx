import { useMemo, type ReactNode } from 'react';
import { AddressOf } from '../account/profile/PersonLine.tsx';
import { useFacesOf } from '../account/profile/faces.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import text from '../ui/styles/text.module.css';
import styles from './ComposeAuthor.module.css';
import { useWriting } from './use-compose.ts';

/**
 * The publishing account, shown beside the text, so that users of several accounts notice it before
 * they publish.
 */
export function ComposeAuthor({ children }: { readonly children: ReactNode }) {
  const { postingAs } = useComposeStrings();
  const { account } = useWriting();
  const [face] = useFacesOf(useMemo(() => [account], [account]));
  return (
    <div className={styles.beside}>
      <Avatar pubkey={account} name={face?.name} src={face?.src} />
      <div className={styles.column}>
        <p className={styles.author}>
          <span className={text.hidden}>{postingAs}</span>
          <IsolatedText className={styles.name}>{face?.name}</IsolatedText>
          <AddressOf pubkey={account} />
        </p>
        {children}
      </div>
    </div>
  );
}

import { useMemo, type ReactNode } from 'react';
import { AddressOf } from '../account/PersonLine.tsx';
import { useFacesOf } from '../account/faces.ts';
import { Avatar } from '../app/primitives/Avatar.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import text from '../app/styles/text.module.css';
import styles from './ComposeAuthor.module.css';
import { useWriting } from './use-compose.ts';

/** As whom the text is published, beside it: who has several accounts sees it before anybody else does. */
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
          <Isolate className={styles.name}>{face?.name}</Isolate>
          <AddressOf pubkey={account} />
        </p>
        {children}
      </div>
    </div>
  );
}

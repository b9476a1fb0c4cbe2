import { articleEditPath } from '../../../events/compose/article/article-path.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import styles from './ArticleEditor.module.css';
import { useArticleElsewhere, useArticleOrders } from './use-article-edit.ts';

/**
 * Another device has published this draft. The text continues as an edit of that article
 * (COMPOSE-13).
 */
export function ArticleElsewhere({ account }: { readonly account: string }) {
  const { elsewhere: words } = useArticleEditStrings();
  const identifier = useArticleElsewhere();
  const { adopt, apart } = useArticleOrders();
  const navigate = useNavigate();
  if (identifier === undefined) return null;
  const edit = () => {
    adopt();
    navigate(articleEditPath({ pubkey: account, identifier }), { replace: true });
  };
  return (
    <Notice
      tone="warning"
      announce
      action={
        <span className={styles.choices}>
          <Button compact tone="primary" onClick={edit}>
            {words.edit}
          </Button>
          <Button compact onClick={apart}>
            {words.apart}
          </Button>
        </span>
      }
    >
      {words.text}
    </Notice>
  );
}

import { type KeyboardEvent, useState } from 'react';
import { openingOf } from '../../../events/reading/article/article.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import styles from './ArticleEditor.module.css';

interface ArticleTagsProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

/**
 * The topics of an article. Enter, a comma or leaving the field adds a topic. Backspace in an empty
 * field removes the last one.
 */
export function ArticleTags({ tags, onChange }: ArticleTagsProps) {
  const { fields } = useArticleEditStrings();
  const [typed, setTyped] = useState('');
  const add = () => {
    const more = typed.split(',').map((tag) => ['t', tag]);
    const { hashtags } = openingOf({ tags: [...tags.map((tag) => ['t', tag]), ...more] });
    setTyped('');
    if (hashtags.length !== tags.length) onChange(hashtags);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0)
      onChange(tags.slice(0, -1));
  };
  return (
    <div className={styles.tags} role="group" aria-label={fields.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.chip}>
          <IsolatedText>{tag}</IsolatedText>
          <button
            type="button"
            aria-label={fields.removeTag(tag)}
            onClick={() => onChange(tags.filter((one) => one !== tag))}
          >
            <Icon name="x" size="s" />
          </button>
        </span>
      ))}
      <input
        className={styles.tag}
        dir="auto"
        aria-label={fields.addTag}
        placeholder={fields.addTag}
        autoCapitalize="none"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={press}
        onBlur={add}
      />
    </div>
  );
}

import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { SettingGroup } from '../ui/controls/SettingRow.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './OpenInspector.module.css';
import { useOpenInspector } from './use-open-inspector.tsx';

/** Opens the inspector in a window, or below the page. */
export function OpenInspector() {
  const say = useInspectorStrings();
  const { inWindow, below } = useOpenInspector();
  const [isBlocked, setBlocked] = useState(false);
  return (
    <SettingGroup title={say.title} hint={say.openHint}>
      <p className={styles.ways}>
        <Button icon="external" onClick={() => setBlocked(!inWindow())}>
          {say.openWindow}
        </Button>
        <Button icon="expand" onClick={below}>
          {say.openBelow}
        </Button>
      </p>
      {isBlocked && (
        <Notice tone="warning" announce>
          {say.blocked}
        </Notice>
      )}
    </SettingGroup>
  );
}

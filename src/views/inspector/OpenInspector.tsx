import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { FilePick } from '../ui/controls/FilePicker.tsx';
import { SettingGroup } from '../ui/controls/SettingRow.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './OpenInspector.module.css';
import { faultOf } from './recording/opened-recording.ts';
import { useOpenInspector } from './use-open-inspector.tsx';

/** Opens the inspector in a window, or below the page. */
export function OpenInspector() {
  const say = useInspectorStrings();
  const { inWindow, below, recording } = useOpenInspector();
  const [isBlocked, setBlocked] = useState(false);
  const [fault, setFault] = useState<string>();
  const open = (file: File) => {
    setFault(undefined);
    recording(file).catch((error: unknown) => setFault(faultOf(error, say)));
  };
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
      <FilePick
        label={say.openFile}
        said={fault ?? say.noFile}
        isWrong={fault !== undefined}
        onPick={open}
      />
      {isBlocked && (
        <Notice tone="warning" announce>
          {say.blocked}
        </Notice>
      )}
    </SettingGroup>
  );
}

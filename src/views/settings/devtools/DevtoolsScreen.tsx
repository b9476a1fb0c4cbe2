import { use, useState } from 'react';
import { withoutSecrets } from '../../../events/core/redact-secrets.ts';
import type { Recorder } from '../../../machines/app/recording/recorder.ts';
import { RecorderContext, useApp } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { OpenInspector } from '../../inspector/OpenInspector.tsx';
import styles from './DevtoolsScreen.module.css';
import { RunningRow } from './RunningRow.tsx';
import { SaveRecording } from '../../ui/overlays/SaveRecording.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useCrashes, useLeftOut, useRunning } from './use-running.ts';

/** TOOL-01 and TOOL-02 at /settings/devtools. */
export function DevtoolsScreen() {
  const { sections } = useSettingsStrings();
  return (
    <>
      <Column title={sections.devtools.title} back>
        <Devtools />
      </Column>
      <SettingsIndex />
    </>
  );
}

function Devtools() {
  const say = useSettingsStrings().devtools;
  const running = useRunning();
  const recorder = use(RecorderContext);
  const [open, setOpen] = useState<string>();
  return (
    <>
      <OpenInspector />
      <SettingGroup title={say.running} hint={say.runningHint}>
        <ul>
          {running.map((one) => (
            <RunningRow
              key={one.path}
              running={one}
              open={one.path === open}
              onToggle={() => setOpen(one.path === open ? undefined : one.path)}
            />
          ))}
        </ul>
      </SettingGroup>
      <Crashes />
      <LeftOutFacts />
      {recorder && <Recording recorder={recorder} />}
    </>
  );
}

function Crashes() {
  const say = useSettingsStrings().devtools;
  const crashes = useCrashes();
  return (
    <SettingGroup title={say.crashes}>
      {crashes.length === 0 && (
        <SettingRow title={<span className={text.muted}>{say.noCrashes}</span>} />
      )}
      {crashes.map(({ actor, message }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list only grows, and one crash can be like another
        <SettingRow key={at} title={actor} hint={withoutSecrets(message)} />
      ))}
    </SettingGroup>
  );
}

function LeftOutFacts() {
  const say = useSettingsStrings().devtools;
  const all = useLeftOut();
  return (
    <SettingGroup title={say.leftOut} hint={say.leftOutHint}>
      {all.length === 0 && (
        <SettingRow title={<span className={text.muted}>{say.nothingLeftOut}</span>} />
      )}
      {all.map(({ of, reason, count }) => (
        <SettingRow key={`${of} ${reason}`} title={say.ofKind(of)} hint={reason}>
          <span className={text.num}>{count}</span>
        </SettingRow>
      ))}
    </SettingGroup>
  );
}

function Recording({ recorder }: { readonly recorder: Recorder }) {
  const say = useSettingsStrings().devtools;
  const root = useApp();
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<number>();
  return (
    <SettingGroup title={say.recording}>
      <SettingRow title={say.recorded} hint={say.recordedHint}>
        <span className={text.num}>{say.entries(recorder.recording().log.length)}</span>
      </SettingRow>
      <p className={styles.act}>
        <Button icon="download" onClick={() => setOpen(true)}>
          {say.save}
        </Button>
      </p>
      {isOpen && (
        <SaveRecording
          root={root}
          recorder={recorder}
          onClose={() => setOpen(false)}
          onSaved={(entries) => {
            setOpen(false);
            setSaved(entries);
          }}
        />
      )}
      {saved !== undefined && (
        <Notice tone="success" announce>
          {say.saved(saved)}
        </Notice>
      )}
    </SettingGroup>
  );
}

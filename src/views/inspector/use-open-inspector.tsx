import { use } from 'react';
import { recordingText } from '../../machines/app/recording/recording-text.ts';
import { RecorderContext, useApp } from '../ui/hooks/app-context.ts';
import { LanguageContext } from '../ui/strings.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { Dock } from './Dock.tsx';
import type { Earlier } from './EarlierPart.tsx';
import { openBelow, openRecordingWindow, openWindow } from './host-window.ts';
import { Inspector, LiveInspector } from './Inspector.tsx';
import { openRecording } from './recording/opened-recording.ts';
import { replayedPageCode } from './recording/replayed-page.ts';

/**
 * Opens the inspector of the app, in a window or at the bottom of this tab. It outlives the screen
 * that opens it. `inWindow` returns false if the browser blocked the window.
 */
export function useOpenInspector() {
  const app = useApp();
  const language = use(LanguageContext);
  const recorder = use(RecorderContext);
  const { title, gone, replaying } = useInspectorStrings();
  /**
   * Replay a recording in a window with its page, or below this page if the browser blocks the
   * window. Rejects if it cannot be read or replayed.
   */
  const openFile = async (file: Blob) => {
    const page = openRecordingWindow(replaying);
    const text = await file.text();
    const opening = Promise.all([openRecording(text), page && replayedPageCode()]);
    const [{ seen, recording }, code] = await opening.catch((error) => {
      page?.close();
      throw error;
    });
    if (page && code !== undefined) return page.give(code, text);
    openBelow((close) => (
      <LanguageContext value={language}>
        <Dock>
          <Inspector seen={seen} recording={recording} onClose={close} />
        </Dock>
      </LanguageContext>
    ));
  };
  /** The recorder's entries until now, which the inspector did not see. */
  const earlier = (): Earlier | undefined => {
    const count = recorder?.recording().log.length ?? 0;
    if (!recorder || count === 0) return undefined;
    return {
      count,
      open: () => openFile(new Blob([recordingText(recorder.recording(), 'own')])),
    };
  };
  return {
    inWindow: () =>
      openWindow({
        title,
        gone,
        draw: (close) => (
          <LanguageContext value={language}>
            <LiveInspector root={app} earlier={earlier()} onClose={close} />
          </LanguageContext>
        ),
      }),
    below: () =>
      openBelow((close) => (
        <LanguageContext value={language}>
          <Dock>
            <LiveInspector root={app} earlier={earlier()} onClose={close} />
          </Dock>
        </LanguageContext>
      )),
    recording: openFile,
  };
}

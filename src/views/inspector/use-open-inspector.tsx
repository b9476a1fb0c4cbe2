import { use } from 'react';
import { useApp } from '../ui/hooks/app-context.ts';
import { LanguageContext } from '../ui/strings.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { Dock } from './Dock.tsx';
import { openBelow, openWindow } from './host-window.ts';
import { Inspector, LiveInspector } from './Inspector.tsx';
import type { OpenedRecording } from './recording/opened-recording.ts';

/**
 * Opens the inspector of the app, in a window or at the bottom of this tab. It outlives the screen
 * that opens it. `inWindow` returns false if the browser blocked the window.
 */
export function useOpenInspector() {
  const app = useApp();
  const language = use(LanguageContext);
  const { title, gone } = useInspectorStrings();
  return {
    inWindow: () =>
      openWindow({
        title,
        gone,
        draw: (close) => (
          <LanguageContext value={language}>
            <LiveInspector root={app} onClose={close} />
          </LanguageContext>
        ),
      }),
    below: () =>
      openBelow((close) => (
        <LanguageContext value={language}>
          <Dock>
            <LiveInspector root={app} onClose={close} />
          </Dock>
        </LanguageContext>
      )),
    /** Replay the text of a recording. Rejects if it cannot be read or replayed. */
    recording: async (text: string) => {
      const code = await import('./replayed-recording.ts');
      const { history, now, ...replayed } = code.replayedRecording(text);
      const recording: OpenedRecording = {
        ...replayed,
        compare: async (other) => code.comparedRecordings(text, other),
      };
      openBelow((close) => (
        <LanguageContext value={language}>
          <Dock>
            <Inspector seen={{ ...history, now }} recording={recording} onClose={close} />
          </Dock>
        </LanguageContext>
      ));
    },
  };
}

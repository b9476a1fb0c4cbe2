import { type ComponentType, StrictMode, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import type { Toast } from '../../machines/core/toasts.machine.ts';
import type { Recorder } from '../../machines/app/recording/recorder.ts';
import {
  type AppHandle,
  AppProvider,
  RecorderContext,
  useChangeSettings,
  useForcedTheme,
  useSetting,
} from '../ui/hooks/app-context.ts';
import { AppearanceContext } from '../ui/hooks/appearance.ts';
import type { BackgroundProps } from './Background.tsx';
import { useCurrentUser } from './current-user.tsx';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { AppBoundary, ScreenBoundary } from '../ui/overlays/Boundaries.tsx';
import { Toasts, type ToastView } from '../ui/overlays/Toasts.tsx';
import { Routing } from './Routing.tsx';
import { Shell } from './frame/Shell.tsx';
import type { SignedInViews, ShellState } from '../ui/hooks/shell-context.ts';
import { useLanguage, useStrings } from '../ui/strings.ts';
import { wordsOf } from '../ui/strings/say.ts';
import { useDialogs } from './use-question.ts';
import { useToasts } from '../ui/hooks/use-toasts.ts';
import '../ui/styles/base.css';
import { useNavigate } from '../ui/navigation/use-navigate.ts';

interface AppProps {
  readonly app: AppHandle;
  /** Undefined for the page of a recording, which is not recorded. */
  readonly recorder?: Recorder;
}

export function App({ app, recorder }: AppProps) {
  return (
    <StrictMode>
      <AppBoundary>
        <AppProvider app={app}>
          <RecorderContext value={recorder}>
            <Appearances>
              <Routing layout={MainLayout} />
            </Appearances>
          </RecorderContext>
        </AppProvider>
      </AppBoundary>
    </StrictMode>
  );
}

function Appearances({ children }: { readonly children: React.ReactNode }) {
  const appearance = {
    theme: useSetting('theme'),
    useSystemTheme: useSetting('useSystemTheme'),
    animated: useSetting('animated'),
    forcedTheme: useForcedTheme(),
    change: useChangeSettings(),
  };
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>;
}

function MainLayout() {
  const { person, dialogs, intend, toastView } = useCurrentUser();
  const [unread, setUnread] = useState<ShellState['unread']>({});
  const state: ShellState = { ...person, unread };
  return (
    <Shell
      state={state}
      toasts={
        <ToastRegion
          intend={intend}
          viewOf={toastView}
          signIn={person.onSignIn}
          unlock={person.onUnlock}
        />
      }
      above={
        <>
          {dialogs}
          <Asked />
          {person.own && <person.own.Above />}
          <Later onUnread={setUnread} />
        </>
      }
    >
      <ScreenBoundary>
        <Outlet />
      </ScreenBoundary>
    </Shell>
  );
}

/**
 * Delay in milliseconds before the page's background is loaded, so that visible content comes
 * first.
 */
const CALM = 600;

/** Draws nothing if the code could not be loaded. */
function Later(props: BackgroundProps) {
  const [Part, setPart] = useState<ComponentType<BackgroundProps>>();
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void import('./Background.tsx').then(
          (code) => setPart(() => code.Background),
          () => undefined,
        ),
      CALM,
    );
    return () => clearTimeout(timer);
  }, []);
  return Part && <Part {...props} />;
}

const AskedQuestion = lazyPart(
  () => import('./QuestionDialog.tsx').then(({ QuestionDialog: Part }) => Part),
  {
    close: ({ onFailed }: { readonly onFailed: () => void }) => onFailed(),
  },
);

/** Answers the questions with no if the dialogs cannot be drawn. */
function Asked() {
  const { asked, clear } = useDialogs();
  return asked && <AskedQuestion onFailed={clear} />;
}

interface ToastRegionProps {
  readonly intend: ReturnType<typeof useCurrentUser>['intend'];
  readonly viewOf: SignedInViews['toastView'] | undefined;
  readonly signIn: () => void;
  readonly unlock: (() => void) | undefined;
}

function ToastRegion({ viewOf, ...ways }: ToastRegionProps) {
  const { toasts, ...handlers } = useToasts();
  const navigate = useNavigate();
  const language = useLanguage();
  const { messages, app } = useStrings();
  const go = (path: string) => navigate(path);
  // an account's words are loaded with its code; without that code the message is generic
  const inWords = (toast: Toast): ToastView => ({
    ...toast,
    text: wordsOf(messages, toast.message) ?? app.failed.row,
  });
  return (
    <Toasts
      toasts={toasts.map((toast) => viewOf?.(toast, { ...ways, language, go }) ?? inWords(toast))}
      {...handlers}
    />
  );
}

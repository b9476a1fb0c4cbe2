import { Suspense, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Recorder } from '../../machines/app/recording/recorder.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { drawBeside } from '../ui/overlays/draw-beside.ts';
import { SaveRecording } from '../ui/overlays/SaveRecording.tsx';
import { type Language, LanguageContext, useStrings } from '../ui/strings.ts';
import { useRecordingStrings } from '../ui/strings/recording.ts';
import styles from './CrashOffer.module.css';

interface Broken {
  readonly root: AnyActorRef;
  readonly recorder: Recorder;
  readonly language: Language;
}

/** The place of the offer that is shown. */
let shown: Element | undefined;

/**
 * Offer the recording after a crash, once at a time. It has a root of its own, because the whole
 * app may have crashed (TRUST-06).
 */
export function offerRecording({ language, ...broken }: Broken): void {
  if (shown?.isConnected) return;
  const { box } = drawBeside((close) => (
    <LanguageContext value={language}>
      <Suspense>
        <CrashOffer {...broken} onClose={close} />
      </Suspense>
    </LanguageContext>
  ));
  box.dataset['offer'] = '';
  shown = box;
}

interface CrashOfferProps extends Omit<Broken, 'language'> {
  readonly onClose: () => void;
}

function CrashOffer({ root, recorder, onClose }: CrashOfferProps) {
  const say = useRecordingStrings();
  const { action } = useStrings().app;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <section className={styles.offer} role="status" aria-label={say.offer}>
        <Icon name="alert" className={styles.icon} />
        <p className={styles.words}>{say.crashed}</p>
        <Button compact icon="download" onClick={() => setOpen(true)}>
          {say.offer}
        </Button>
        <IconButton compact icon="x" label={action.dismiss} onClick={onClose} />
      </section>
      {isOpen && (
        <SaveRecording
          root={root}
          recorder={recorder}
          onClose={() => setOpen(false)}
          onSaved={onClose}
        />
      )}
    </>
  );
}

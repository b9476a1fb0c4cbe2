import { useMemo } from 'react';
import { readVoiceMessage } from '../../../events/reading/cards/voice-message.ts';
import { useMediaAddress } from '../../media/use-media-address.ts';
import { VoicePlayer } from '../../media/VoicePlayer.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import type { KindProps } from './KindContent.tsx';

/** A voice message (NIP-A0): a player with the length and the wave that its author states. */
export function VoiceCard({ event }: KindProps) {
  const said = useKindStrings();
  const { url, length, wave } = useMemo(() => readVoiceMessage(event), [event]);
  const src = useMediaAddress(url);
  if (src === undefined) return <p className={text.muted}>{said.noRecording}</p>;
  return <VoicePlayer src={src} original={url} length={length} wave={wave} />;
}

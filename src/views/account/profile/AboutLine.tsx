import { aboutOf, displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Inline } from '../text/InlineText.tsx';

const WORDS = 40;

/** The first words about an account without links: mentions as names, emojis as pictures. */
export function AboutLine({ profile }: { readonly profile: Profile }) {
  const { tokens, cut } = firstWords(tokenize(aboutOf(profile), location.origin), WORDS);
  return <ShortText tokens={tokens} cut={cut} />;
}

/** Text without links, in one paragraph. `cut`: its end is left out. */
export function ShortText({ tokens, cut }: ReturnType<typeof firstWords>) {
  return (
    <>
      {tokens.map((token, at) =>
        token.type === 'profile' ? (
          <Mentioned key={at} pubkey={token.pubkey} />
        ) : (
          <Inline key={at} tokens={[token]} plain />
        ),
      )}
      {cut && '…'}
    </>
  );
}

/** The name of a mentioned account, not as a link. */
export function Mentioned({ pubkey }: { readonly pubkey: string }) {
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  return <bdi>@{name}</bdi>;
}

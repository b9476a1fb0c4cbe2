import { longDate } from '../../events/core/format.ts';
import { query } from '../../events/connection/verbs.ts';
import { clipLine } from '../../events/core/text.ts';
import { BUILD } from '../ui/hooks/build.ts';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { SettingGroup, SettingRow } from '../ui/controls/SettingRow.tsx';
import { useSettingsStrings } from '../ui/strings/settings.ts';
import { useLookup } from '../ui/hooks/use-lookup.ts';
import { useServiceUrl } from '../connection/use-services.ts';
import { useLocale } from '../ui/strings.ts';

const MAX_NAME = 60;

/** TOOL-04: version and build of this client, and the name of the current caching service. */
export function SettingsAbout() {
  const locale = useLocale();
  const { about: words } = useSettingsStrings();
  const url = useServiceUrl();
  const { version, source } = BUILD;
  return (
    <SettingGroup title={words.title}>
      <SettingRow
        title={words.client}
        hint={
          source
            ? words.builtFrom(source.commit, longDate(source.time, locale), source.isChanged)
            : words.unknown
        }
      >
        {version}
      </SettingRow>
      <SettingRow title={words.service} hint={<bdi dir="ltr">{url}</bdi>}>
        <ServiceName key={url} url={url} />
      </SettingRow>
    </SettingGroup>
  );
}

function ServiceName({ url }: { readonly url: string }) {
  const { about: words } = useSettingsStrings();
  const { answer, isFailed } = useLookup(`server name ${url}`, () => query('server_name', {}));
  const name = answer?.claims.flatMap((claim) =>
    claim.claim === 'serverName' ? [clipLine(claim.name, MAX_NAME)] : [],
  )[0];
  if (name) return <IsolatedText>{name}</IsolatedText>;
  return answer || isFailed ? words.notSaid : words.asking;
}

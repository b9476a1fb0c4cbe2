import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import {
  DEFAULT_EXPLORED,
  type Explored,
  readExplored,
  type Scope,
  SCOPES,
  TIMEFRAMES,
} from '../../../events/reading/explore/explore.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import styles from './ExploreNotesBar.module.css';
import { useLocale } from '../../ui/strings.ts';

/** Links to notes by scope and timeframe (EXPLORE-04). */
export function ExploreNotesBar() {
  const words = useExploreStrings();
  const [explored, setExplored] = useLastExplored();
  return (
    <ExploredTools explored={explored} onChange={setExplored}>
      <LinkButton to={exploredPath(explored)} compact>
        {words.read}
      </LinkButton>
    </ExploredTools>
  );
}

/**
 * Return the scope and timeframe that the current account chose last on this device (STATE-01), and
 * a setter.
 */
export function useLastExplored(): readonly [Explored, (explored: Explored) => void] {
  const account = useAccount();
  const change = useChangeSettings();
  const last = readExplored(useSetting('selectedFeed') ?? '');
  // A visitor follows no accounts, and must not see another account's follows as their own.
  const explored =
    last && (account || last.scope === DEFAULT_EXPLORED.scope) ? last : DEFAULT_EXPLORED;
  return [explored, ({ scope, timeframe }) => change({ selectedFeed: `${scope};${timeframe}` })];
}

export function exploredPath({ scope, timeframe }: Explored): string {
  return `/explore/feed/${scope};${timeframe}`;
}

interface ExploredToolsProps {
  readonly explored: Explored;
  readonly onChange: (explored: Explored) => void;
  readonly children?: React.ReactNode;
}

/** Selects for scope and timeframe, and the number of people in each scope. */
export function ExploredTools({ explored, onChange, children }: ExploredToolsProps) {
  const words = useExploreStrings();
  const account = useAccount();
  const { scope, timeframe } = explored;
  return (
    <div className={styles.tools} role="group" aria-label={words.notes}>
      <Select
        label={words.scope}
        value={scope}
        options={(account ? SCOPES : SCOPES.slice(0, 1)).map((value) => ({
          value,
          label: words.scopes[value],
        }))}
        onChange={(value) =>
          onChange({ ...explored, scope: SCOPES.find((one) => one === value) ?? scope })
        }
      />
      <Select
        label={words.timeframe}
        value={timeframe}
        options={TIMEFRAMES.map((value) => ({ value, label: words.timeframes[value] }))}
        onChange={(value) =>
          onChange({ ...explored, timeframe: TIMEFRAMES.find((one) => one === value) ?? timeframe })
        }
      />
      {children}
      {account && <Legend scope={scope} />}
    </div>
  );
}

/** The count of each scope. `global` includes everybody. */
const REACHES = { follows: 'follows', tribe: 'innerNetwork', network: 'outerNetwork' } as const;

function Legend({ scope }: { readonly scope: Scope }) {
  const locale = useLocale();
  const words = useExploreStrings();
  const { answer } = useLookup('explore:legend', (viewer) =>
    query('explore_legend_counts', { pubkey: viewer }),
  );
  const counts = answer?.claims.find((claim) => claim.claim === 'legendCounts');
  return (
    <ul className={styles.legend} aria-label={words.legendLabel}>
      {(['follows', 'tribe', 'network'] as const).map((one) => (
        <li key={one} aria-current={one === scope || undefined}>
          <b>{counts ? fullNumber(counts[REACHES[one]], locale) : '–'}</b>{' '}
          {words.legend[REACHES[one]]}
        </li>
      ))}
    </ul>
  );
}

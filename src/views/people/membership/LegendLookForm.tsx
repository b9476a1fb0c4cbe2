import { useId, useState } from 'react';
import { LEGEND_STYLES, type LegendStyle } from '../../../events/connection/legend.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useMembershipStrings } from '../../ui/strings/membership.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Membership.module.css';
import { usePicture } from '../../account/profile/picture.ts';
import type { useMembership } from '../../account/membership/use-membership.ts';

interface FormProps {
  readonly pubkey: string;
  readonly membership: NonNullable<ReturnType<typeof useMembership>>;
}

/**
 * The look of a legend: one of nine colors, and whether picture and badge have it (PROFILE-11). The
 * service stores it.
 */
export function LegendLookForm({
  pubkey,
  membership: { isSaving, trouble, customize },
}: FormProps) {
  const words = useMembershipStrings();
  const kept = useFacts((facts) => getRow(facts.legends, pubkey));
  const [changed, change] = useState<{
    readonly style?: LegendStyle;
    readonly customBadge?: boolean;
    readonly avatarGlow?: boolean;
  }>({});
  const look = {
    style: changed.style ?? kept?.style ?? LEGEND_STYLES[0],
    customBadge: changed.customBadge ?? kept?.customBadge ?? false,
    avatarGlow: changed.avatarGlow ?? kept?.avatarGlow ?? false,
  };
  const isSame =
    look.style === kept?.style &&
    look.customBadge === kept.customBadge &&
    look.avatarGlow === kept.avatarGlow;
  return (
    <>
      <Styles
        pubkey={pubkey}
        value={look.style}
        onChange={(style) => change({ ...changed, style })}
      />
      <div>
        <Toggle
          label={words.ring}
          on={look.avatarGlow}
          onChange={(avatarGlow) => change({ ...changed, avatarGlow })}
        />
        <Toggle
          label={words.badge}
          on={look.customBadge}
          onChange={(customBadge) => change({ ...changed, customBadge })}
        />
      </div>
      {trouble === 'look' && (
        <Notice tone="danger" announce>
          {words.notSaved}
        </Notice>
      )}
      <p className={styles.acts}>
        <Button
          tone="primary"
          busy={isSaving}
          disabled={isSame && !isSaving}
          onClick={() => customize(look)}
        >
          {words.save}
        </Button>
        <span role="status" className={text.hidden}>
          {isSaving && words.saving}
        </span>
      </p>
    </>
  );
}

interface StylesProps {
  readonly pubkey: string;
  readonly value: LegendStyle;
  readonly onChange: (style: LegendStyle) => void;
}

/** The colors, each around the own picture with its name, so that color is never the only cue. */
function Styles({ pubkey, value, onChange }: StylesProps) {
  const words = useMembershipStrings();
  const group = useId();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const picture = usePicture(profile);
  const name = displayNameOf(profile, pubkey);
  return (
    <fieldset className={styles.styles}>
      <legend className={text.label}>{words.colour}</legend>
      {LEGEND_STYLES.map((style) => (
        <label key={style} className={cx(styles.style, style === value && styles.chosen)}>
          <input
            type="radio"
            name={group}
            className={text.hidden}
            checked={style === value}
            onChange={() => onChange(style)}
          />
          <Avatar pubkey={pubkey} name={name} src={picture} size="s" glow={style} />
          <span className={styles.styleName} data-legend={style}>
            {words.styles[style]}
            <Icon name="verified" size="s" className={styles.mark} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

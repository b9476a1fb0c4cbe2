import styles from './SkipLinks.module.css';

/** Visible when the keyboard reaches them, first on the page. `to` are ids of the page's parts. */
export function SkipLinks({
  links,
}: {
  readonly links: readonly { readonly to: string; readonly label: string }[];
}) {
  return (
    <div>
      {links.map(({ to, label }) => (
        <a key={to} href={`#${to}`} className={styles.link} onClick={(event) => jump(event, to)}>
          {label}
        </a>
      ))}
    </div>
  );
}

/** Does not change the address: the router would treat a fragment as a navigation. */
function jump(event: { preventDefault: () => void }, to: string): void {
  event.preventDefault();
  const part = document.getElementById(to);
  part?.focus();
  part?.scrollIntoView?.({ block: 'start' });
}

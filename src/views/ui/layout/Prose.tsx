import styles from './Prose.module.css';

export interface ProseSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Longer texts of the app: sections with serif headings. */
export function Prose({ sections }: { readonly sections: readonly ProseSection[] }) {
  return sections.map((section) => (
    <section key={section.title} className={styles.section}>
      <h2 className={styles.title}>{section.title}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
    </section>
  ));
}

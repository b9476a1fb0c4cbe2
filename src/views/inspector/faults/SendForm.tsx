import { type FormEvent, useState } from 'react';
import { isRecord, parseJson } from '../../../events/core/json.ts';
import { valueAsJson } from '../../../machines/inspector/shown-value.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import styles from '../ActorPane.module.css';
import panes from '../Inspector.module.css';
import type { Inspected } from '../use-inspector.ts';

/** Sends the chosen actor an event that its machine takes. The last one of its type is proposed. */
export function SendForm({ takes, send, history, actor }: Inspected) {
  const say = useInspectorStrings();
  const [type, setType] = useState(takes[0] ?? '');
  const [text, setText] = useState('{}');
  const [isWrong, setWrong] = useState(false);
  const propose = (next: string) => {
    setType(next);
    const last = history.events.findLast((one) => one.to === actor && one.event.type === next);
    const { type: _, ...fields } = last?.event ?? { type: next };
    setText(valueAsJson(fields));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = parseJson(text);
    setWrong(!isRecord(fields));
    if (isRecord(fields)) send({ ...fields, type });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label className={styles.field}>
        {say.type}
        <select value={type} onChange={({ currentTarget }) => propose(currentTarget.value)}>
          {takes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        {say.fields}
        <textarea
          rows={8}
          className={panes.mono}
          value={text}
          aria-invalid={isWrong}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {isWrong && <p role="alert">{say.notJson}</p>}
      <Button type="submit" icon="send" disabled={type === '' || actor.ended !== undefined}>
        {say.send}
      </Button>
      <p className={styles.none}>{actor.ended ? say.faults.hasEnded : say.sendHint}</p>
    </form>
  );
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { AskedForm, Panel } from '../../panel.ts';
import { Text } from './text.tsx';

/** The form for values that a send needs. Enter continues, Escape cancels. Passwords are kept only in their fields. */
export function AskForm({ panel, form }: { readonly panel: Panel; readonly form: AskedForm }) {
  const { askId, title, sends, fields } = form;
  const element = useRef<HTMLFormElement>(null);
  const [lacking, setLacking] = useState<number | null>(null);
  const inputs = (): readonly HTMLInputElement[] => [...(element.current?.querySelectorAll('input') ?? [])];
  const goTo = (index: number): void => {
    const input = inputs()[index];
    input?.focus();
    input?.select();
  };
  useLayoutEffect(() => goTo(0), []);

  const giveUp = (): void => panel.send({ type: 'notAnswered', askId });
  const submit = (): void => {
    const values = inputs().map((input) => input.value);
    const empty = fields.findIndex((f, i) => f.required && values[i] === '');
    setLacking(empty < 0 ? null : empty);
    if (empty < 0) panel.send({ type: 'answers', askId, values });
    else goTo(empty);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = inputs().indexOf(event.target as HTMLInputElement);
    if (event.key === 'Escape') giveUp();
    // Enter that ends an IME composition is not handled.
    else if (event.key !== 'Enter' || at < 0 || event.isComposing) return;
    else if (at === fields.length - 1 || event.ctrlKey || event.metaKey) submit();
    else goTo(at + 1);
    event.preventDefault();
  };

  return (
    <form
      ref={element}
      class="ask"
      aria-labelledby="ask-title"
      autocomplete="off"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 id="ask-title">
        <Text text={t('{0} needs:', title)} />
      </h2>
      {fields.map(({ label, detail, hidden, required, value }, i) => (
        <div class="ask-field" key={i}>
          <label for={`ask-${i}`}>
            <Text text={label} />
          </label>
          <input
            id={`ask-${i}`}
            {...(hidden ? { type: 'password' } : { type: 'text' })}
            defaultValue={value}
            spellcheck={false}
            autocomplete={hidden ? 'new-password' : 'off'}
            aria-required={required}
            aria-invalid={lacking === i}
            aria-describedby={`ask-${i}-detail`}
            onInput={(event) => {
              if (!hidden) panel.send({ type: 'draft', askId, field: i, value: event.currentTarget.value });
            }}
          />
          <span class="dim" id={`ask-${i}-detail`} role={lacking === i ? 'alert' : undefined}>
            {lacking === i && <b>{t('Enter a value.')} </b>}
            <Text text={detail} />
          </span>
        </div>
      ))}
      <div class="ask-buttons">
        <button type="submit" class="button">
          {sends ? t('Send') : t('Continue')}
        </button>
        <button type="button" class="button secondary" onClick={giveUp}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

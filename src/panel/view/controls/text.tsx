import type { ComponentChild } from 'preact';
import { visibleParts } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import { proseParts } from '../../model/text/prose.ts';

/** Untrusted text: control characters and bidirectional overrides are shown as marks. */
export function Text({ text }: { readonly text: string }) {
  return <>{shownText(text)}</>;
}

/** `Text` without a component, for thousands of texts. Returns a string if the text has no marks. */
export function shownText(text: string): string | readonly ComponentChild[] {
  const parts = visibleParts(text);
  if (parts.every((part) => part.mark === null)) return text;
  return parts.map((part) =>
    part.mark === null ? (
      part.text
    ) : (
      <span class="mark" title={t('{0}, an invisible character', part.mark)}>
        {part.text}
      </span>
    ),
  );
}

/** `Text` with line breaks. */
export function TextBlock({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/\r?\n/).map((line, index) => (
        <>
          {index > 0 && '\n'}
          <Text text={line} />
        </>
      ))}
    </>
  );
}

/** A message with line breaks, and code where it has backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {proseParts(text).map(({ text: part, isCode }, i) =>
        isCode ? (
          <code key={i} class="prose-code">
            <Text text={part} />
          </code>
        ) : (
          <TextBlock key={i} text={part} />
        ),
      )}
    </>
  );
}

import type { ComponentChild } from 'preact';
import { visibleParts } from '../../../base/visible.ts';
import { t } from '../../../base/l10n.ts';

/** Text from outside: characters that would act (controls, bidirectional overrides) are shown as marks. */
export function Text({ text }: { readonly text: string }) {
  return <>{shownText(text)}</>;
}

/** What `Text` draws, without a component: where there are thousands of texts. A string where all of it shows. */
export function shownText(text: string): string | readonly ComponentChild[] {
  const parts = visibleParts(text);
  if (parts.every((part) => part.mark === null)) return text;
  return parts.map((part) =>
    part.mark === null ? (
      part.text
    ) : (
      <span class="mark" title={t('{0}, a character that does not show', part.mark)}>
        {part.text}
      </span>
    ),
  );
}

/** As `Text`, of several lines: line breaks break. */
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

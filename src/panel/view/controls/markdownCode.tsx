import { Fragment } from 'preact';
import { t } from '../../../base/l10n.ts';
import { codeBlockTokens } from '../../model/tokens/codeBlockTokens.ts';
import { shownToken } from '../bodyTab/lineRows.tsx';
import { CopyButton } from './button.tsx';
import { memo } from './memo.ts';
import { Text, TextBlock } from './text.tsx';

/** Maximum lines of a code block with colors. */
const colouredLines = 2000;

/** A code block of Markdown with its language and a button that copies it. */
export function MarkdownCode({
  language,
  text,
  onCopy,
}: {
  readonly language: string;
  readonly text: string;
  readonly onCopy: (text: string) => void;
}) {
  return (
    <div class="md-code">
      <div class="md-code-head">
        <span class="dim">
          <Text text={language} />
        </span>
        <CopyButton label={t('Copy the code')} onCopy={() => onCopy(text)} />
      </div>
      <pre tabIndex={0} role="region" aria-label={language === '' ? t('Code') : t('Code, {0}', language)}>
        <CodeLines text={text} language={language} />
      </pre>
    </div>
  );
}

/** Colored lines. A growing block is colored again only from its last line on. */
function CodeLines({ text, language }: { readonly text: string; readonly language: string }) {
  const word = language.trim().split(/[\s,{:]/)[0] ?? '';
  const lines = text.split(/\r?\n/);
  if (lines.length > colouredLines || codeBlockTokens('', word) === null) return <TextBlock text={text} />;
  return (
    <>
      {lines.map((line, i) => (
        <Fragment key={i}>
          {i > 0 && '\n'}
          <CodeLine line={line} language={word} />
        </Fragment>
      ))}
    </>
  );
}

const CodeLine = memo(({ line, language }: { readonly line: string; readonly language: string }) => (
  <>{codeBlockTokens(line, language)?.map(shownToken)}</>
));

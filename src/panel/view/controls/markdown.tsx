import { useMemo, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import { inlinesOf } from '../../model/markdown/inlines.ts';
import { MarkdownText } from '../../model/markdown/markdownText.ts';
import type { Align, Block, Definitions, ListItem } from '../../model/markdown/markdownNodes.ts';
import { isFollowed, linkHint } from './linkHint.ts';
import { MarkdownCode } from './markdownCode.tsx';
import { FollowsLinks, Inlines } from './markdownInlines.tsx';
import { TextBlock } from './text.tsx';
import './markdown.css';

interface MarkdownProps {
  /** The whole text. When it grows, only the new part is parsed and rendered. */
  readonly text: string;
  readonly onCopy: (text: string) => void;
  /** Writes a request for a link's URL. Without it, links are copied. */
  readonly onFollow?: (url: string) => void;
}

/**
 * Rendered Markdown. It consists of text nodes only: raw HTML is shown as source, an image as its alternative text. The address of a link
 * is shown at the lower edge; a click or Enter copies it, or inserts a request for it.
 */
export function Markdown({ text, onCopy, onFollow }: MarkdownProps) {
  const reader = useRef<MarkdownText>(undefined);
  reader.current ??= new MarkdownText();
  reader.current.update(text);
  const { blocks, definitions } = reader.current;
  const [address, setAddress] = useState<string | null>(null);
  const [hint, setHint] = useState<'click' | 'enter' | 'copied'>('click');

  const describeTarget = (event: Event): void => {
    setAddress(addressAt(event.target));
    setHint(event.type === 'focusin' ? 'enter' : 'click');
  };
  const act = (event: Event): void => {
    const url = addressAt(event.target);
    if (url === null) return;
    event.preventDefault();
    if (onFollow !== undefined && isFollowed(url)) return onFollow(url);
    onCopy(url);
    setAddress(url);
    setHint('copied');
  };
  return (
    <div
      class="md"
      onMouseOver={describeTarget}
      onMouseLeave={() => setAddress(null)}
      onFocusIn={describeTarget}
      onFocusOut={() => setAddress(null)}
      onClick={act}
      onKeyDown={(event) => {
        if (event.key === 'Enter') act(event);
      }}
    >
      <FollowsLinks.Provider value={onFollow !== undefined}>
        {blocks.map(({ start, block }) => (
          <TopBlock key={start} block={block} definitions={definitions} onCopy={onCopy} />
        ))}
      </FollowsLinks.Provider>
      <div class="md-address" role="status">
        {address !== null && (
          <span>
            {hint === 'copied' && `${t('Copied:')} `}
            <bdi>{visibleText(address).slice(0, 300)}</bdi>
            {hint !== 'copied' && ` – ${linkHint(hint, onFollow !== undefined && isFollowed(address))}`}
          </span>
        )}
      </div>
    </div>
  );
}

/** For an image in a link, the address of the link, as in a browser. */
function addressAt(target: EventTarget | null): string | null {
  const element = target instanceof Element ? (target.closest('.md-link') ?? target.closest('[data-address]')) : null;
  return element?.getAttribute('data-address') ?? null;
}

interface Props {
  readonly block: Block;
  readonly definitions: Definitions;
  readonly onCopy: (text: string) => void;
}

/** Re-renders only when the block changes. */
function TopBlock({ block, definitions, onCopy }: Props) {
  return useMemo(() => <BlockView block={block} definitions={definitions} onCopy={onCopy} />, [block, definitions]);
}

function BlockView({ block, definitions, onCopy }: Props) {
  const text = (source: string) => <Inlines of={inlinesOf(source, definitions)} />;
  const inside = (blocks: readonly Block[]) =>
    blocks.map((inner, i) => <BlockView key={i} block={inner} definitions={definitions} onCopy={onCopy} />);
  switch (block.kind) {
    case 'paragraph':
      return <p class="md-p">{text(block.source)}</p>;
    case 'heading':
      return (
        <div class={`md-heading md-h${block.level}`} role="heading" aria-level={block.level}>
          {text(block.source)}
        </div>
      );
    case 'rule':
      return <hr class="md-rule" />;
    case 'html':
      return (
        <pre class="md-html">
          <TextBlock text={block.text} />
        </pre>
      );
    case 'code':
      return <MarkdownCode language={block.language} text={block.text} onCopy={onCopy} />;
    case 'quote':
      return <blockquote class="md-quote">{inside(block.blocks)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, i) => (
        <Item key={i} item={item} tight={block.tight} definitions={definitions} onCopy={onCopy} />
      ));
      if (block.start === null) return <ul class="md-list">{items}</ul>;
      return (
        <ol class="md-list" start={block.start}>
          {items}
        </ol>
      );
    }
    case 'table':
      return (
        <div class="md-table" tabIndex={0} role="region" aria-label={t('Table')}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col" class={`md-align-${block.align[i] ?? 'none'}`}>
                    {text(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, i) => (
                <Row key={i} row={row} align={block.align} definitions={definitions} />
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

interface ItemProps extends Omit<Props, 'block'> {
  readonly item: ListItem;
  readonly tight: boolean;
}

/** Re-renders only when the item changes, so that a growing list costs only its new items. */
function Item({ item, tight, definitions, onCopy }: ItemProps) {
  return useMemo(
    () => (
      <li class={item.checked === null ? 'md-item' : 'md-item md-task'}>
        <TaskBox item={item} />
        {item.blocks.map((inner, i) =>
          // In a tight list paragraphs are lines, without space around.
          tight && inner.kind === 'paragraph' ? (
            <span key={i}>
              <Inlines of={inlinesOf(inner.source, definitions)} />
            </span>
          ) : (
            <BlockView key={i} block={inner} definitions={definitions} onCopy={onCopy} />
          ),
        )}
      </li>
    ),
    [item, tight, definitions],
  );
}

interface RowProps {
  readonly row: readonly string[];
  readonly align: readonly Align[];
  readonly definitions: Definitions;
}

/** Re-renders only when the row changes. */
function Row({ row, align, definitions }: RowProps) {
  return useMemo(
    () => (
      <tr>
        {row.map((cell, i) => (
          <td key={i} class={`md-align-${align[i] ?? 'none'}`}>
            <Inlines of={inlinesOf(cell, definitions)} />
          </td>
        ))}
      </tr>
    ),
    [row, definitions],
  );
}

function TaskBox({ item }: { readonly item: ListItem }) {
  if (item.checked === null) return null;
  return <input type="checkbox" disabled checked={item.checked} aria-label={item.checked ? t('Done') : t('To do')} />;
}

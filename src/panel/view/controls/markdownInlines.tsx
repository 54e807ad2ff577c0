import { createContext, Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import type { Inline } from '../../model/markdown/markdownNodes.ts';
import { isFollowed, linkHint } from './linkHint.ts';
import { Text, TextBlock } from './text.tsx';

/** Whether links write a request for their URL. */
export const FollowsLinks = createContext(false);

interface InlinesProps {
  readonly of: readonly Inline[];
  /** Links cannot be nested. */
  readonly inLink?: boolean;
}

/** The inline elements of a Markdown block: text, code, emphasis, links, images. */
export function Inlines({ of, inLink = false }: InlinesProps) {
  return (
    <>
      {of.map((inline, i) => (
        <Fragment key={i}>
          <InlineView inline={inline} inLink={inLink} />
        </Fragment>
      ))}
    </>
  );
}

function InlineView({ inline, inLink }: { readonly inline: Inline; readonly inLink: boolean }) {
  const follows = useContext(FollowsLinks);
  const descriptionOf = (url: string, copies: string): string => (follows && isFollowed(url) ? linkHint('enter', true) : copies);
  switch (inline.kind) {
    case 'text':
      return <TextBlock text={inline.text} />;
    case 'code':
      return (
        <code class="md-inline-code">
          <Text text={inline.text} />
        </code>
      );
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.of} inLink={inLink} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines of={inline.of} inLink={inLink} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Inlines of={inline.of} inLink={inLink} />
        </s>
      );
    case 'break':
      return <br />;
    case 'link':
      return (
        <span
          class="md-link"
          role="link"
          tabIndex={0}
          aria-description={descriptionOf(inline.url, t('Not followed here; Enter copies its address'))}
          data-address={inline.url}
        >
          <Inlines of={inline.of} inLink />
        </span>
      );
    case 'image':
      return (
        <span
          class="md-image"
          {...(inLink
            ? { role: 'img' }
            : {
                role: 'link',
                tabIndex: 0,
                'aria-description': descriptionOf(inline.url, t('Enter copies its address')),
                'data-address': inline.url,
              })}
          aria-label={t('Image, not fetched: {0}', inline.alt)}
        >
          <Text text={inline.alt === '' ? t('image') : inline.alt} />
        </span>
      );
  }
}

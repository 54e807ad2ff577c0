import type { LinkTo } from '../../language/index.ts';
import { hover, scriptHover } from '../../language/onDemand.ts';
import { toOffset, toRange, toUri } from '../lspRanges.ts';
import { contentFor } from '../plainText.ts';
import type { Feature } from './feature.ts';

const link: LinkTo = (file, line) => `${toUri(file)}#L${line}`;

export const hovers: Feature = {
  capabilities: { hoverProvider: true },
  register(connection, viewOf, client) {
    connection.onHover(async ({ textDocument, position }) => {
      const view = await viewOf(textDocument.uri);
      if (view === undefined) return undefined;
      const offset = toOffset(view.tree, position);
      const found = hover(view, offset, { link }) ?? scriptHover(view, offset);
      const { contentFormat } = client().textDocument?.hover ?? {};
      return found && { range: toRange(view.tree, found.range), contents: contentFor(contentFormat, found.markdown) };
    });
  },
};

import { ago } from '../../../base/text/ago.ts';
import type { Origin } from '../../semantics/variables/variables.ts';
import type { HoverContext } from './hoverContext.ts';
import { code, escape } from './hoverMarkdown.ts';

/** The origin of a value in words, linked to its place. Markdown. */
export function origin(o: Origin, { view, link, now }: HoverContext): string {
  const name = o.file === undefined ? '' : `${view.display(o.file)}${o.line === undefined ? '' : `:${o.line}`}`;
  const target = o.file === undefined ? undefined : link?.(o.file, o.line ?? 1);
  const place = target === undefined ? escape(name) : `[${escape(name)}](${target})`;
  switch (o.layer) {
    case 'script':
      return [
        o.byHand === true ? 'you' : `${o.captured === true ? 'the request' : 'the script of'} **${escape(o.request ?? '')}**`,
        place,
        o.time === undefined ? '' : ago(o.time, now),
      ]
        .filter((x) => x !== '')
        .join(', ');
    case 'data':
      return `a row of ${place}`;
    case 'option':
      return `the option ${code(o.option ?? '--var')}`;
    case 'prompt':
      return 'your answer';
    case 'environment':
      return `environment **${escape(o.environment ?? '')}**, ${place}`;
    case 'shared':
      return `every environment (${code('$shared')}), ${place}`;
    case 'file':
    case 'folder':
    case 'collection':
      return place;
  }
}

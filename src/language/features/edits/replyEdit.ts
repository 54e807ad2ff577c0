import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import type { DocumentTree, RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { JsonTokens } from '../format/jsonBodyTokens.ts';
import { jsonTokensOf } from '../structure/bodyTokens.ts';
import { freeNames } from './requestEdits.ts';
import { insertAt, pieceOf, pieceText } from './requestPiece.ts';

export type Reply =
  | {
      readonly kind: 'reply';
      readonly edit: TextEdit;
      /** Offset in the new text: between the quotes of the new user message. */
      readonly cursor: number;
    }
  /** The body is not inline JSON, or it has no list of messages. */
  | { readonly kind: 'no-json' }
  | { readonly kind: 'no-messages' };

/** @param content a JSON string */
type WriteMessage = (role: 'user' | 'assistant', content: string) => string;

/** Members of a request with messages in the APIs of language models, and the syntax of a message. */
const conversations: Readonly<Record<string, WriteMessage>> = {
  /** OpenAI (chat completions), Anthropic, Ollama. */
  messages: (role, content) => `"role": "${role}", "content": ${content}`,
  /** OpenAI (responses): a list, or the text of the user. */
  input: (role, content) => `"role": "${role}", "content": ${content}`,
  /** Gemini. */
  contents: (role, content) => `"role": "${role === 'user' ? 'user' : 'model'}", "parts": [{"text": ${content}}]`,
};

/**
 * The edit that continues a conversation below a request: a copy of it whose messages end with the response and an empty message of the
 * user. Placeholders stay. Assertions and scripts after the response are omitted.
 */
export function replyEdit(view: FileView, block: RequestBlock, answer: string): Reply {
  const { tree } = view;
  const { body } = block;
  const tokens = body && jsonTokensOf(tree, body);
  if (body === undefined || tokens === undefined || tree.text[tokens.starts[0] ?? 0] !== '{') return { kind: 'no-json' };
  const added = messagesEdit(tree, tokens, answer);
  if (added === undefined) return { kind: 'no-messages' };
  const eol = lineBreakOf(tree.text);
  const left = [
    ...block.assertions,
    ...block.captures,
    ...block.responseScripts,
    ...block.nodes.filter(({ kind }) => kind === 'saved-response'),
  ];
  const removed = left.map(({ range }): TextEdit => ({ range, newText: '' }));
  const copy = pieceText(tree, pieceOf(tree, block), [...freeNames(view, block), added, ...removed], eol);
  const edit = insertAt(tree, block.range.end, [copy]);
  const at = edit.newText.lastIndexOf(added.newText);
  return { kind: 'reply', edit, cursor: at + added.newText.lastIndexOf('""') + 1 };
}

function messagesEdit({ text }: DocumentTree, tokens: JsonTokens, answer: string): TextEdit | undefined {
  const found = conversationIn(text, tokens);
  if (found === undefined) return undefined;
  const { value } = found;
  const { starts, ends, partners } = tokens;
  const start = starts[value] ?? 0;
  const close = partners[value];
  const last = close === undefined ? (starts[0] ?? 0) : lastItem(tokens, value, close);
  // As the message before, or the body.
  const space = /^\{[ \t]+\S/.test(text.slice(last, last + 20)) ? ' ' : '';
  const write: WriteMessage = (role, content) => `{${space}${found.write(role, content)}${space}}`;
  const messages = [write('assistant', jsonString(answer)), write('user', '""')];
  const separator = `,${lineBreakOf(text)}${indentation(text, close === undefined ? start : last)}`;
  if (close === undefined) {
    if (text[start] !== '"') return undefined;
    const range = { start, end: ends[value] ?? start };
    return { range, newText: `[${[write('user', text.slice(range.start, range.end)), ...messages].join(separator)}]` };
  }
  const at = ends[close - 1] ?? start;
  const isEmpty = close === value + 1;
  return { range: { start: at, end: at }, newText: (isEmpty ? '' : separator) + messages.join(separator) };
}

/** Each message gets its own line, below the one before it, so that the new one is visible. */
function indentation(text: string, message: number): string {
  const line = text.slice(text.lastIndexOf('\n', message - 1) + 1, message);
  const own = /^[ \t]*/.exec(line)?.[0] ?? '';
  return line === own && line !== '' ? own : `${own}  `;
}

/** The messages of a body: the token of their value, and a function that writes one. */
function conversationIn(
  text: string,
  { starts, ends, partners }: JsonTokens,
): { readonly value: number; readonly write: WriteMessage } | undefined {
  for (let key = 1; key < (partners[0] ?? 0);) {
    const isMember = text[starts[key + 1] ?? 0] === ':';
    const value = isMember ? key + 2 : key;
    const write = isMember ? writerOf(text.slice((starts[key] ?? 0) + 1, (ends[key] ?? 0) - 1)) : undefined;
    if (write !== undefined) return { value, write };
    // After the value follows a comma.
    key = (partners[value] ?? value) + 2;
  }
  return undefined;
}

const writerOf = (name: string): WriteMessage | undefined => (Object.hasOwn(conversations, name) ? conversations[name] : undefined);

/** The offset of the last item of a list. */
function lastItem({ starts, partners }: JsonTokens, open: number, close: number): number {
  let last = open + 1;
  for (let item = open + 1; item < close; item = (partners[item] ?? item) + 2) last = item;
  return starts[last] ?? 0;
}

/** A JSON string on one line, with braces escaped and without unusual line breaks. */
const jsonString = (text: string): string =>
  JSON.stringify(text)
    .replaceAll('{{', String.raw`{\u007b`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

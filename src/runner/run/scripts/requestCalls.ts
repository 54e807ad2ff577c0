import { ReqError } from '../../../base/reqError.ts';
import {
  directiveOf,
  folderOf,
  nameOf,
  sharedBlocks,
  titleOf,
  type BlockContext,
  type Header,
  type RequestBlock,
  type SendOptions,
} from '../../../language/index.ts';
import { effectiveDirective } from '../../../language/sending.ts';
import type { RunPass } from '../../ports/input.ts';
import type { RequestCall, RequestFacts, ScriptLimits, ScriptResponse } from '../../script/scriptTypes.ts';
import type { ScriptTaint } from './scriptTaint.ts';

/** The script that calls. */
export interface CallingScript {
  readonly isBefore: boolean;
  readonly taint: Pick<ScriptTaint, 'secret' | 'isHidden'>;
  /** The body's bytes as the server sent them, decoded. */
  readonly bytes: (() => Uint8Array) | undefined;
}

/** A body that a script set for the scripts after it. The response itself stays as the server sent it. */
interface BodyOfScript {
  readonly text: string;
  readonly isNone: boolean;
  /** The script had read a secret. */
  readonly isSecret: boolean;
}

/** Dependencies of script calls on their run. */
export interface CallsOfRun {
  readonly context: BlockContext;
  /** Options of the request before its scripts. */
  readonly options: SendOptions;
  readonly pass: RunPass;
  readonly limits: ScriptLimits;
}

/** Data that the scripts of one run read and change besides their request: facts of the file, limits, and the body for later scripts. */
export class RequestCalls {
  readonly #around: CallsOfRun;
  #timeoutMs: number | undefined;
  #maxRedirects: number | undefined;
  #isRaw = false;
  #body: BodyOfScript | undefined;

  constructor(around: CallsOfRun) {
    this.#around = around;
  }

  /** Whether a script that had read a secret set the body. */
  get isBodySecret(): boolean {
    return this.#body?.isSecret === true;
  }

  /** The response for the next script. */
  seen(response: ScriptResponse | undefined): ScriptResponse | undefined {
    if (response === undefined || this.#body === undefined) return response;
    const { text } = this.#body;
    return { ...response, text, ...(response.joinedText === undefined ? {} : { joinedText: text }) };
  }

  /** @returns JSON; for `bytes` base64. @throws {ReqError} if the script may not do it */
  call(call: RequestCall, script: CallingScript): string {
    switch (call.name) {
      case 'facts':
        return JSON.stringify(this.#facts());
      case 'limit':
        return this.#limit(call.limit, call.value, script);
      case 'raw':
        this.#isRaw = true;
        return 'null';
      case 'body':
        return this.#setBody(call.text, script);
      default:
        return Buffer.from(this.#body?.text ?? script.bytes?.() ?? '').toString('base64');
    }
  }

  /** The options with the limits that scripts have set. */
  withLimits(options: SendOptions): SendOptions {
    const [timeoutMs, most] = [this.#timeoutMs, this.#maxRedirects];
    if (timeoutMs === undefined && most === undefined) return options;
    const limitNames = {
      ...options.limitNames,
      ...(timeoutMs === undefined ? {} : { timeout: 'req.setTimeout()' }),
      ...(most === undefined ? {} : { 'max-redirects': 'req.setMaxRedirects()' }),
    };
    return {
      ...options,
      limitNames,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(most === undefined ? {} : { maxRedirects: most, followRedirects: most > 0 }),
    };
  }

  #limit(limit: 'timeout' | 'max-redirects', text: string, { isBefore }: CallingScript): string {
    if (!isBefore) throw new ReqError('script', 'A limit can only be changed by a script before the request.');
    const value = text.trim() === '' ? Number.NaN : Number(text);
    const isNumber = value >= 0 && Number.isFinite(value);
    if (!isNumber || (limit === 'max-redirects' && !Number.isSafeInteger(value)))
      throw new ReqError(
        'script',
        limit === 'timeout' ? 'A time limit is a number of milliseconds, or 0.' : 'A limit of redirects is 0, 1, 2, ….',
      );
    if (limit === 'timeout') this.#timeoutMs = value;
    else this.#maxRedirects = value;
    return 'null';
  }

  #setBody(given: string | null, { isBefore, taint }: CallingScript): string {
    if (isBefore) throw new ReqError('script', 'There is no response before the request.');
    const text = given ?? '';
    if (text.length > this.#around.limits.memory) throw new ReqError('script', 'The body is larger than the memory of scripts.');
    this.#body = { text, isNone: given === null, isSecret: taint.secret || taint.isHidden || this.isBodySecret };
    return 'null';
  }

  #facts(): RequestFacts {
    const { context, options, pass } = this.#around;
    const { file, collection } = context;
    const block = context.block as RequestBlock;
    const blocks = [block, ...sharedBlocks(context).map((shared) => shared.block)];
    const { timeoutMs, maxRedirects, followRedirects } = this.withLimits(options);
    const folders = folderOf(file).slice(collection.root.length).split('/').filter(Boolean);
    const ofFile = file
      .slice(folderOf(file).length)
      .replace(/^\//, '')
      .replace(/\.[^.]*$/, '');
    const name = collection.root.replace(/^.*[\\/]/, '');
    return {
      tags: [...new Set(blocks.flatMap((b) => (directiveOf(b, 'tag') ?? '').split(',').map((tag) => tag.trim())))].filter(Boolean),
      description: directiveOf(block, 'description') ?? '',
      auth: effectiveDirective(blocks, 'auth')?.split(/\s/)[0] ?? '',
      collection: name,
      location: [name, ...folders, ofFile, nameOf(block) || titleOf(block)],
      template: [block.requestLine.target, ...block.continuations.map((part) => part.text)].map(({ text }) => text).join(''),
      off: headersOff(context.tree.text, block),
      timeoutMs,
      maxRedirects: followRedirects ? maxRedirects : 0,
      pass,
      isRaw: this.#isRaw,
      hasNoBody: this.#body?.isNone === true,
    };
  }
}

/** Headers that are comments among the headers of a request; imports write disabled headers so. */
function headersOff(text: string, { requestLine, range }: RequestBlock): readonly Header[] {
  const off: Header[] = [];
  for (const line of text.slice(requestLine.range.end, range.end).split(/\r?\n/).slice(1)) {
    if (line.trim() === '') break;
    const [, name, value = ''] = /^#\s*([!#$%&'*+\-.^_`|~\w]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) off.push([name, value.trim()]);
  }
  return off;
}

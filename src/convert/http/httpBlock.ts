import { assertionOf } from './httpAssertion.ts';
import { BodyWriter } from './httpBody.ts';
import { blockComment, commented } from './commented.ts';
import type { FileFacts } from './fileFacts.ts';
import { curlWithPlaceholders } from './httpCurl.ts';
import { commandEnd, comment, directive, header, isBlank, responseLineOf, storedStatus, unsentHeader } from './httpLines.ts';
import { definitionOf } from './httpDefinition.ts';
import { readDirective } from './httpDirectives.ts';
import { blockEnd, fragmentsFor, isFragment, isGraphqlDocument } from './httpFragments.ts';
import { placeholders } from './httpPlaceholders.ts';
import { asComments, OutLines, withBody, type OutLine } from './outLines.ts';
import { foreignProtocol, requestLineOf, versionOf } from './httpRequestLine.ts';
import { translateHttpScript } from './httpScripts.ts';
import { braceScript, braceStart, handlerScript, handlerStart } from './scriptBlocks.ts';

/** Notes a difference in a line, from 1. */
export type AddLineNote = (level: 'information' | 'warning', message: string, line: number) => void;

type Phase = 'preamble' | 'headers' | 'body' | 'tail';

export class BlockWriter {
  isRequest = false;
  readonly #lines: readonly string[];
  readonly #first: number;
  readonly #facts: FileFacts;
  readonly #addNote: AddLineNote;
  /** Lines above the request line; `#message` has the request line and those below. */
  readonly #above = new OutLines(() => this.#at);
  readonly #message = new OutLines(() => this.#at);
  #phase: Phase = 'preamble';
  /** Comments may follow, because the body is over. */
  #ended = false;
  /** Whether the previous header was omitted, with its continuation lines. */
  #left = false;
  readonly #body: BodyWriter;
  #at = 0;

  constructor(lines: readonly string[], first: number, facts: FileFacts, addNote: AddLineNote) {
    this.#lines = lines;
    this.#first = first;
    this.#facts = facts;
    this.#addNote = addNote;
    this.#body = new BodyWriter(facts.dialect);
  }

  /** The lines of the block with their indices in it. */
  write(): readonly OutLine[] {
    const start = this.#lines[0]?.startsWith('###') === true ? 1 : 0;
    const separator = start === 1 ? [{ text: this.#lines[0] as string, at: 0 }] : [];
    const foreign = foreignProtocol(this.#lines);
    if (foreign !== undefined) {
      this.isRequest = true;
      this.#note('warning', `${foreign.name} is not supported by Req: the request becomes a comment.`, foreign.at);
      return [...separator, ...asComments(this.#lines, start)];
    }
    for (this.#at = start; this.#at < this.#lines.length; this.#at++) this.#line(this.#lines[this.#at] as string);
    const { above, lines } = this.#body.finish((level, message, line) => this.#addNote(level, message, this.#first + line));
    const raw = [
      ...fragmentsFor(lines.map((l) => l.text).join('\n'), this.#facts.fragments).map((text) => ({ text, at: lines[0]?.at ?? start })),
      ...lines.map((l) => ({ text: this.#body.encoded(this.#filled(l.text, l.at)), at: l.at })),
    ];
    return [...separator, ...this.#above.list(), ...above, ...withBody(this.#message.list(), raw)];
  }

  /** Notes a difference at the current line, or at one below it. */
  readonly #note = (level: 'information' | 'warning', message: string, further = 0): void =>
    this.#addNote(level, message, this.#first + this.#at + further);

  #filled(line: string, at = this.#at): string {
    const { dialect, requests, renamed } = this.#facts;
    return placeholders(line, { dialect, requests, renamed, addNote: (level, message) => this.#addNote(level, message, this.#first + at) });
  }

  /** Turns a line into a comment, and notes the reason. */
  #off(line: string, why: string, level: 'information' | 'warning' = 'warning'): void {
    this.#note(level, why);
    this.#comments().push(commented(line));
  }

  /** Output for a comment. Directly after a body it would be part of the body, so it is moved. */
  #comments(): OutLines {
    return this.#phase === 'preamble' || (this.#phase === 'tail' && !this.#ended) ? this.#above : this.#message;
  }

  #line(line: string): void {
    if (this.#blockComment(line)) return;
    if (this.#phase !== 'body' || this.#body.mayEnd(line)) {
      if (this.#script(line)) return;
      if (this.#phase !== 'preamble' && this.#afterwards(line)) return;
    }
    switch (this.#phase) {
      case 'preamble':
        return this.#preamble(line);
      case 'headers':
        return this.#header(line);
      case 'body':
        return this.#body.add(line, this.#at);
      case 'tail':
        if (isBlank(line)) this.#message.push(line);
        else if (comment.test(line)) this.#comments().push(line.trimStart());
        else this.#off(line, 'Only scripts and assertions may follow here: the line becomes a comment.');
    }
  }

  /** Reads a comment in `/* … *\/`. Only httpYac has them below the request line. */
  #blockComment(line: string): boolean {
    if (!/^\s*\/\*/.test(line) || (this.#phase !== 'preamble' && this.#facts.dialect !== 'httpyac')) return false;
    const read = blockComment(this.#lines, this.#at);
    this.#above.push(...(read?.comments ?? []));
    this.#at = read?.last ?? this.#at;
    return read !== undefined;
  }

  /** Skips a GraphQL fragment, which is written into the queries that use it. */
  #fragment(): boolean {
    const end = blockEnd(this.#lines, this.#at);
    if (end === this.#at) return false;
    this.#note('information', 'The fragment is written into the queries that use it.');
    this.#at = end - 1;
    return true;
  }

  #preamble(line: string): void {
    if (isBlank(line)) return void this.#above.push(line);
    if (isFragment(line) && this.#fragment()) return;
    if (comment.test(line)) return this.#comment(line);
    if (/^\s*@/.test(line)) return this.#definition(line);
    if (/^(?:import|run)\s/.test(line))
      return this.#off(line, 'Req has no import: a request can use all others of the collection, and # @ref sends one first.');
    if (/^(?:<>|>>!?)\s/.test(line)) return this.#off(line, 'There is no request above it: the line becomes a comment.');
    if (/^>\s+\S/.test(line)) return void this.#above.push(line);
    if (storedStatus.test(line)) return this.#storedResponse();
    if (/^curl(?:\.exe)?\s/.test(line)) return this.#curl();
    this.#request(line);
  }

  #request(line: string): void {
    this.isRequest = true;
    this.#phase = 'headers';
    const rest = this.#lines.slice(this.#at + 1);
    const head = rest.slice(0, rest.findIndex((l) => isBlank(l)) >>> 0);
    const read = requestLineOf(line, head, this.#facts.dialect, this.#note);
    this.#body.head(head);
    const isQuery = this.#facts.dialect === 'httpyac' && isGraphqlDocument(rest.slice(head.length).join('\n'));
    if (isQuery && read.lines[0]?.startsWith('POST ') === true)
      this.#note('information', 'httpYac sends the query as JSON: the method is GRAPHQL.');
    for (const [i, l] of read.lines.entries())
      this.#message.pushAt(this.#filled(isQuery && i === 0 ? l.replace(/^POST /, 'GRAPHQL ') : l), this.#at + Math.min(i, read.taken));
    this.#at += read.taken;
    this.#graphql = read.graphql;
  }

  #graphql = false;
  #hasHeader = false;
  /** No line after the current one ends a script block of httpYac. */
  #noBlockEnd = false;

  #comment(line: string): void {
    const to = this.#comments();
    const m = directive.exec(line);
    // `# @todo later` is an unknown directive and gets a note; a lone name or an address does not match.
    if (m === null) return void to.push(line.trimStart());
    const read = readDirective(m[1] as string, (m[2] ?? '').trim(), this.#facts.dialect);
    switch (read.kind) {
      case 'directives':
        if (read.note !== undefined) this.#note('information', `@${m[1]}: ${read.note}.`);
        if (read.lines.length === 1 && line.trim().replace(/^(?:#|\/\/)\s*@/, '') === read.lines[0]) to.push(this.#filled(line.trim()));
        else for (const l of read.lines) to.push(this.#filled(`# @${l}`));
        return;
      case 'script':
        return void this.#above.push('< {%', `  ${read.source}`, '%}');
      case 'none':
        this.#off(line, `@${m[1]} is left out: ${read.why}.`, read.level);
    }
  }

  #definition(line: string): void {
    const written = definitionOf(line, this.#facts, this.#first + this.#at, this.#note);
    if (written === undefined) this.#off(line, 'This defines no variable: the line becomes a comment.');
    else this.#above.push(`${written.start}${this.#filled(written.value)}`.trimEnd());
  }

  #header(line: string): void {
    const left = this.#left;
    this.#left = false;
    if (isBlank(line)) {
      this.#message.push(line, '\u0000body');
      this.#phase = 'body';
      return;
    }
    if (comment.test(line)) return this.#comment(line);
    if (/^\s*@[^\s=]+\s*=/.test(line)) {
      this.#note('information', 'The variable is moved above the request line.');
      return this.#definition(line);
    }
    if (/^[ \t]/.test(line)) {
      if (left) return this.#without(line, 'It belongs to the line above.', 'information');
      const version = /^[ \t]+(HTTP\/\S+)[ \t]*$/.exec(line)?.[1];
      if (version !== undefined && !this.#hasHeader) {
        this.#message.extendFirst(versionOf(version, this.#note));
        return;
      }
      if (this.#facts.dialect === 'rest-client' && header.test(line.trim())) return this.#header(line.trim());
      if (!this.#hasHeader && !/^[ \t]+[?&/]/.test(line)) return this.#off(line, 'This is not a header: the line becomes a comment.');
      return void this.#message.push(this.#filled(line));
    }
    if (this.#graphql && /^x-request-type\s*:/i.test(line)) return;
    const unsent = unsentHeader(line, this.#facts.dialect);
    if (unsent !== undefined) return this.#without(line, unsent.why, unsent.level);
    if (!header.test(line)) {
      this.#note('information', 'The body begins here without an empty line in httpYac. An empty line is added.');
      this.#header('');
      return this.#body.add(line, this.#at);
    }
    const scheme = /^authorization\s*:\s*(ntlm|openid|oauth2|oauth1|cognito)\s/i.exec(line)?.[1];
    if (scheme !== undefined) this.#note('warning', `${scheme} is sent as text: see docs/auth.md for what Req signs in with.`);
    this.#hasHeader = true;
    this.#message.push(this.#filled(line));
  }

  #without(line: string, why: string, level: 'information' | 'warning' = 'warning'): void {
    this.#left = true;
    this.#off(line, why, level);
  }

  #script(line: string): boolean {
    const [open, mark] = handlerStart.exec(line) ?? [];
    if (open !== undefined && (mark === '>' || this.#phase === 'preamble')) {
      this.#handler(line, open);
      return true;
    }
    if (this.#facts.dialect === 'httpyac' && braceStart.test(line)) return this.#braces();
    if (/^[<>]\s+\S+\.lua\s*$/.test(line) && this.#phase !== 'body') {
      this.#off(line, 'Req runs no Lua.');
      return true;
    }
    if (this.#phase === 'preamble' && /^<\s+\S+/.test(line)) {
      this.#above.push(line);
      return true;
    }
    return false;
  }

  #handler(line: string, open: string): void {
    const script = handlerScript(this.#lines, this.#at, open);
    if (script === undefined) return this.#off(line, 'This script is not closed.');
    if (this.#phase !== 'preamble') this.#later();
    if (script.foreign !== undefined) {
      this.#note('warning', `Req runs no ${script.foreign}: the script becomes a comment.`);
      for (const l of script.lines) this.#comments().push(commented(l));
    } else this.#push(this.#phase === 'preamble' ? this.#above : this.#tail(), open, script.source, '%}', false);
    this.#at = script.end;
  }

  /** Reads a script of httpYac. Returns false if it is not closed. */
  #braces(): boolean {
    const script = this.#noBlockEnd ? undefined : braceScript(this.#lines, this.#at);
    this.#noBlockEnd = script === undefined;
    if (script === undefined) return false;
    const { event, source, end } = script;
    if (event !== '' && event !== 'request' && event !== 'response')
      this.#note('warning', `A script for ${event} is run with the request's others.`);
    const late = event === 'response' || (event === '' && this.#phase !== 'preamble');
    this.#push(late ? this.#tail() : this.#above, late ? '> {%' : '< {%', `\n${source}\n`, '%}', true);
    this.#at = end;
    return true;
  }

  #push(to: OutLines, open: string, source: string, close: string, block: boolean): void {
    const { text, problems } = translateHttpScript(source, this.#facts, block);
    for (const p of problems) this.#note('warning', p.message, p.line - 1);
    // A script is one entry with line breaks.
    to.push(`${open}${text}${close}`);
  }

  /** Handles the lines after the body. */
  #later(): void {
    if (this.#phase === 'headers' && this.#message.last !== '') this.#message.push('');
    this.#phase = 'tail';
  }

  #tail(): OutLines {
    this.#later();
    this.#ended = true;
    return this.#message;
  }

  /** Reads assertions, saved responses and response scripts. */
  #afterwards(line: string): boolean {
    const kind = responseLineOf(line, this.#facts.dialect);
    if (kind === undefined) return false;
    if (kind === 'script') this.#tail().push(line);
    else {
      this.#later();
      if (kind === 'saved') this.#off(line, 'The response is not saved to a file. Use the panel or req send -o.');
      else if (kind === 'stored') this.#storedResponse();
      else this.#assertion(line);
    }
    return true;
  }

  /** Turns the rest of the block into a comment. */
  #storedResponse(): void {
    this.#note('information', 'The stored response becomes a comment.');
    for (; this.#at < this.#lines.length; this.#at++) {
      const text = this.#lines[this.#at] as string;
      if (!isBlank(text)) this.#comments().push(commented(text));
    }
  }

  #assertion(line: string): void {
    const assertion = assertionOf(line);
    if (assertion === undefined) this.#off(line, 'Req has no such assertion.');
    else this.#tail().push(this.#filled(assertion));
  }

  #curl(): void {
    const end = commandEnd(this.#lines, this.#at);
    const read = curlWithPlaceholders(this.#lines.slice(this.#at, end + 1), this.#facts.curl, (text, line) =>
      this.#filled(text, this.#at + line),
    );
    this.isRequest = true;
    if (read === undefined) return this.#off(this.#lines[this.#at] as string, 'This curl command cannot be read.');
    for (const n of read.notes) this.#note('warning', n);
    this.#message.push(read.text);
    this.#at = end;
    this.#phase = 'tail';
  }
}

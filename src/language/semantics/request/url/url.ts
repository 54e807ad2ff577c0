import { headerValue } from '../../../../base/text/headerValue.ts';
import { percentDecoded } from '../../../../base/text/percentDecoding.ts';
import { valueToText } from '../../../../base/values/value.ts';
import { diagnostic, type Diagnostic } from '../../../diagnostic.ts';
import type { Range } from '../../../../base/text/text.ts';
import { singleBraces, twoBraces } from '../../../syntax/singleBraces.ts';
import type { Placeholder, TextPart } from '../../../syntax/template.ts';
import { base64 } from '../../values/filters.ts';
import type { Filler } from '../../values/fill.ts';
import { HostPieces, innerProblem } from './hostPieces.ts';
import type { Problem } from '../../variables/placeholderProblems.ts';
import type { TemplateText } from '../requestSource.ts';
import type { Header } from '../resolvedRequest.ts';
import { authorityPlace, authorityProblem, endsPlainUser, plainUrlProblem } from './urlAuthority.ts';
import { encodeAt, illegalCharacter, UrlWriter } from './urlEncoding.ts';

export interface ResolvedUrl {
  /** For display, without encoding. */
  readonly url: string;
  /** For sending: absolute, encoded, without user information and fragment. */
  readonly wireUrl: string;
  /** The value of `Authorization` from user information in the URL. */
  readonly authorization: string | undefined;
  /** The scheme that was added to a URL without one. */
  readonly assumedScheme: 'http' | 'https' | undefined;
}

export type UrlResult = { readonly ok: true; readonly url: ResolvedUrl } | { readonly ok: false; readonly message: string };

interface Part {
  readonly part: TextPart | Placeholder;
  readonly inFile: boolean;
}

/** The target's text and its encoded form, before `finishUrl` adds scheme and host. */
export function fillTarget(
  target: readonly TemplateText[],
  filler: Filler,
  noEncode: boolean,
): { readonly text: string; readonly wire: string } {
  const parts: Part[] = target.flatMap((t) => t.template.parts.map((part) => ({ part, inFile: t.inFile })));
  const all = parts.map(({ part }) => part);
  const writer = new UrlWriter();
  const isUser = userInformation(parts);
  const inner = refusedInside(parts, filler, (i) => (isUser[i] !== true ? endsPlainUser : noEncode ? /[@/?#\\]/ : undefined));
  let text = '';
  parts.forEach(({ part, inFile }, i) => {
    if (part.kind === 'text') {
      text += part.text;
      writer.literal(part.text);
      return;
    }
    const inserted = valueToText(filler.value(part, inFile));
    text += inserted;
    const isUserPart = isUser[i] === true;
    if ((writer.place === 'start' || writer.place === 'authority') && inserted !== part.text) {
      const message = authorityProblem(inserted, authorityPlace(all, i), isUserPart, noEncode ? /[@/?#\\]/ : undefined);
      const problem: Problem | undefined = message === undefined ? inner.get(i) : { id: 'url', message };
      if (problem !== undefined) filler.fail(part, inFile, problem);
    }
    const wireStart = filler.placed === undefined ? 0 : writer.wire.length;
    // A value that begins the URL or is the whole query is inserted without encoding its delimiters.
    if (i === 0 && isUserPart) {
      const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(inserted)?.[0] ?? '';
      writer.literal(scheme);
      writer.inserted(inserted.slice(scheme.length), true);
    } else if (i === 0 || isWholeQuery(parts, i)) writer.literal(inserted);
    else writer.inserted(inserted, isUserPart);
    if (filler.placed !== undefined) filler.place(part, inFile, noEncode ? inserted : writer.wire.slice(wireStart));
  });
  return { text, wire: noEncode ? text : writer.wire };
}

/** Fills the URL of a proxy without encoding. A value that would end the scheme, user information, host or port is an error. */
export function fillProxy({ template: { parts }, inFile }: TemplateText, filler: Filler): string {
  const inner = refusedInside(
    parts.map((part) => ({ part, inFile })),
    filler,
    () => endsPlainUser,
  );
  return parts
    .map((part, i) => {
      if (part.kind === 'text') return part.text;
      const inserted = valueToText(filler.value(part, inFile));
      const message = inserted === part.text ? undefined : plainUrlProblem(inserted, parts, i);
      const problem: Problem | undefined = message === undefined ? inner.get(i) : { id: 'url', message };
      if (problem !== undefined) filler.fail(part, inFile, problem);
      return filler.place(part, inFile, inserted);
    })
    .join('');
}

/** Problems of values that definitions insert into the authority of the URL, by the index of the part. */
function refusedInside(parts: readonly Part[], filler: Filler, userEnds: (i: number) => RegExp | undefined): ReadonlyMap<number, Problem> {
  const host = new HostPieces();
  const from: number[] = [];
  let isComposed = false;
  for (const [i, { part }] of parts.entries()) {
    if (host.isClosed) break;
    if (part.kind === 'text') host.add([part]);
    else {
      const pieces = filler.evaluation.hostPieces(part);
      isComposed ||= pieces !== undefined;
      host.add(pieces ?? [{ kind: 'inserted', text: part.text, value: filler.lookedUp(part), owner: undefined }]);
    }
    while (from.length < host.all.length) from.push(i);
  }
  const found = isComposed ? innerProblem(host.all, (n) => userEnds(from[n] ?? 0)) : undefined;
  return new Map(found === undefined ? [] : [[from[found.at] ?? 0, found.problem]]);
}

function isWholeQuery(parts: readonly Part[], i: number): boolean {
  const before = parts[i - 1]?.part;
  const after = parts[i + 1]?.part;
  return (
    before?.kind === 'text' && before.text.endsWith('?') && (after === undefined || (after.kind === 'text' && after.text.startsWith('#')))
  );
}

/** For each part, whether an `@` follows before the end of the authority, so that a placeholder there is user information. */
function userInformation(parts: readonly Part[]): readonly boolean[] {
  const before: boolean[] = [];
  let follows = false;
  // Backwards, so that each part is visited once.
  for (let i = parts.length - 1; i >= 0; i--) {
    before[i] = follows;
    const { part } = parts[i] as Part;
    const sign = part.kind === 'text' ? /[@/?#]/.exec(part.text)?.[0] : undefined;
    if (sign !== undefined) follows = sign === '@';
  }
  return before;
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d*)?$/i;

/** Completes a filled target with scheme and host, and removes the fragment (RFC 9110 §7.1). Default scheme: https; http for loopback. */
export function finishUrl(
  text: string,
  wire: string,
  headers: readonly Header[],
  noEncode: boolean,
  at: Range,
  report: (d: Diagnostic) => void,
): UrlResult {
  const wrong = (message: string): UrlResult => ({ ok: false, message });
  let full = text;
  let rest = overSocket(wire);
  let assumedScheme: 'http' | 'https' | undefined;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(rest)?.[1];
  if (scheme === undefined) {
    if (rest.startsWith('/') && !rest.startsWith('//')) {
      const host = headerValue(headers, 'host')?.trim();
      if (host === undefined || host === '') return wrong(`The URL "${text}" is a path: write it with its host, or add a Host header.`);
      rest = encodeAt(host, 'authority') + rest;
      full = host + full;
    } else {
      rest = rest.replace(/^\/\//, '');
      full = full.replace(/^\/\//, '');
    }
    const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
    if (authority.endsWith(':') && rest.startsWith('//', authority.length))
      return wrong(`"${percentDecoded(authority.slice(0, -1))}" is not a scheme Req can send with: write http:// or https://.`);
    if (/^https?:$/i.test(authority)) return wrong(`The URL "${text}" lacks a slash: write ${authority.toLowerCase()}//.`);
    assumedScheme = loopback.test(authority.slice(authority.lastIndexOf('@') + 1)) ? 'http' : 'https';
    rest = `${assumedScheme}://${rest}`;
    full = `${assumedScheme}://${full}`;
  } else if (/^http\+unix$/i.test(scheme)) {
    if (!/^[^:]+:\/\/(?:%2F|%5C)/i.test(rest))
      return wrong(`The URL "${text}" lacks the path of a socket: write http+unix://%2Fvar%2Frun%2Fapp.sock/ or unix:/var/run/app.sock:/.`);
  } else if (!/^https?$/i.test(scheme)) return wrong(`"${scheme}" is not a scheme Req can send with: write http:// or https://.`);
  if (noEncode) {
    const illegal = illegalCharacter(rest);
    if (illegal !== undefined)
      return wrong(
        `With @no-encode the URL is sent as it is, and ${JSON.stringify(illegal)} is not allowed in a URL (RFC 3986): encode it.`,
      );
  }
  const hash = rest.indexOf('#');
  if (hash >= 0) {
    report(diagnostic('fragment', 'hint', at, `The fragment ${rest.slice(hash)} is not sent (RFC 9110 §7.1).`));
    rest = rest.slice(0, hash);
  }
  return split(full, rest, assumedScheme);
}

/** Converts `unix:/var/run/app.sock:/path` to `http+unix://%2Fvar%2Frun%2Fapp.sock/path`. Returns other URLs unchanged. */
function overSocket(wire: string): string {
  const [, socket, path = '/'] = /^unix:(\/[^:?#]*)(?::(\/[^]*)?)?$/i.exec(wire) ?? [];
  return socket === undefined ? wire : `http+unix://${encodeURIComponent(percentDecoded(socket))}${path}`;
}

/** What no host contains (RFC 3986 §3.2.2), though `URL` accepts it. */
const neverInHost = /["{}`]/;

function split(full: string, wire: string, assumedScheme: 'http' | 'https' | undefined): UrlResult {
  const m = /^([^:]+):\/\/([^/?]*)([^]*)$/.exec(wire);
  const [scheme, authority, path] = [m?.[1] ?? '', m?.[2] ?? '', m?.[3] ?? ''];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (host === '' || host.startsWith(':')) return { ok: false, message: `The URL "${full}" has no host.` };
  let parsed: URL;
  try {
    parsed = new URL(`${scheme}://${host}/`);
  } catch {
    const port = /:([^:\]]*)$/.exec(host)?.[1];
    const isPort = port === undefined || (/^\d*$/.test(port) && Number(port) < 65_536);
    const why = isPort ? `"${percentDecoded(host)}" is not a host` : `"${percentDecoded(port)}" is not a port`;
    return { ok: false, message: `The URL "${full}" cannot be used: ${why}.` };
  }
  const shownHost = percentDecoded(host);
  if (neverInHost.test(shownHost)) {
    const [found] = shownHost.matchAll(singleBraces);
    const hint = found?.[1] === undefined ? '' : ` ${twoBraces(found[1])}`;
    return { ok: false, message: `The URL "${full}" cannot be used: "${shownHost}" is not a host.${hint}` };
  }
  // Only the host is normalized (percent-encoding to IDNA). Path and query are sent unchanged.
  const wireHost = host.includes('%') ? parsed.host : host;
  let authorization: string | undefined;
  if (at >= 0) {
    try {
      authorization = `Basic ${base64(decodeURIComponent(authority.slice(0, at)))}`;
    } catch {
      authorization = `Basic ${base64(authority.slice(0, at))}`;
    }
  }
  const target = path === '' || path.startsWith('?') ? `/${path}` : path;
  return { ok: true, url: { url: full, wireUrl: `${scheme.toLowerCase()}://${wireHost}${target}`, authorization, assumedScheme } };
}

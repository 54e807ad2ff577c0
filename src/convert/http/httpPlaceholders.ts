import { isDynamic, parseTemplate } from '../../language/index.ts';
import { dialectNames, type Dialect } from './dialect.ts';

export interface PlaceContext {
  readonly dialect: Dialect;
  readonly requests: ReadonlySet<string>;
  /** New names of variables whose names are invalid in Req. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly addNote: (level: 'information' | 'warning', message: string) => void;
}

const unknown: Readonly<Record<string, string>> = {
  $aadToken: 'tokens of Microsoft Entra are not fetched: write # @auth oauth2 instead (docs/auth.md)',
  $aadV2Token: 'tokens of Microsoft Entra are not fetched: write # @auth oauth2 instead (docs/auth.md)',
  $oidcAccessToken: 'tokens of OpenID Connect are not fetched: write # @auth oauth2 instead (docs/auth.md)',
  $exampleServer: 'there is no example server',
  $historyFolder: 'there is no such folder',
  $projectRoot: 'write the path relative to the file',
};

/** Placeholders with `$` that Req supports. */
const made = /^\$(?:uuid|guid|timestamp|isoTimestamp|randomInt|datetime|localDatetime|processEnv|dotenv|env|secret|auth)(?![\w-])/;

const restClients: readonly Dialect[] = ['rest-client', 'visual-studio', 'httpyac'];

/** Placeholders that read values outside the file in Req, and the clients in which they have the same meaning. */
const reading: readonly (readonly [RegExp, readonly Dialect[]])[] = [
  [/^\$(?:processEnv|dotenv)(?![\w.])/, restClients],
  [/^\$env(?!\w)/, ['jetbrains']],
  [/^\$auth(?!\w)/, ['jetbrains', 'kulala']],
  [/^\$(?:secret|processEnv|dotenv)(?!\w)/, []],
  [/^\?/, []],
  // A filter.
  [/^[\w$.[\]"-]+\s*\|\s*\w+$/, []],
];

const isTextThere = (inner: string, dialect: Dialect): boolean =>
  reading.find(([form]) => form.test(inner))?.[1].includes(dialect) === false;

export function placeholders(line: string, context: PlaceContext): string {
  if (!line.includes('{{')) return line;
  const out = line.replace(/(\\*)\{\{([^{}\r\n]*)\}\}/g, (whole: string, slashes: string, inner: string) => {
    const content = inner.trim();
    // Clients without escapes treat the backslash as text.
    if (slashes.length % 2 === 1 && context.dialect === 'httpyac') return whole;
    if (slashes.length % 2 === 1)
      context.addNote('warning', `A backslash before ${whole.slice(slashes.length)} makes it text in Req: write it in a variable.`);
    if (slashes.length % 2 === 0 && isTextThere(content, context.dialect)) {
      context.addNote(
        'warning',
        `${shortened(whole)} is not a placeholder of ${dialectNames[context.dialect]}: it is text, written \\${shortened(whole)}.`,
      );
      return `${slashes}\\{{${inner}}}`;
    }
    const written = placeholder(content, context);
    return written === undefined || written === content ? whole : `${slashes}{{${written}}}`;
  });
  for (const { start, end } of parseTemplate(out).notPlaceholders) {
    const text = out.slice(start, end);
    // Reported already.
    if (/^\{\{\s*\$\./.test(text)) continue;
    const known = Object.keys(unknown).find((name) => text.includes(name));
    context.addNote(
      'warning',
      `${shortened(text)} is not a placeholder of Req and is sent as text${known === undefined ? '' : `: ${unknown[known]}`}.`,
    );
  }
  return out;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function placeholder(inner: string, context: PlaceContext): string | undefined {
  const { dialect, addNote, requests } = context;
  const renamed = context.renamed.get(inner);
  if (renamed !== undefined) return renamed;
  const encoded = dialect === 'rest-client' ? /^%([^\s{}%|]+)$/.exec(inner)?.[1] : undefined;
  if (encoded !== undefined) return `${context.renamed.get(encoded) ?? encoded} | url`;
  const [name = '', ...args] = inner.split(/\s+/);
  if (name in unknown) {
    addNote('warning', `{{${shortened(inner)}}}: ${unknown[name]}.`);
    return undefined;
  }
  switch (name) {
    case '$shared':
      return args[0];
    case '$random.uuid':
      return '$uuid';
    case '$processEnv':
      if (args[0]?.startsWith('%')) addNote('warning', `{{${inner}}}: Req reads no variable's name from another variable.`);
      return undefined;
    case '$timestamp':
      if (dialect === 'kulala') addNote('warning', '{{$timestamp}} is in milliseconds in Kulala, and in seconds in Req.');
      return undefined;
    case '$randomInt':
      if (args.length === 0 && dialect === 'kulala') return '$randomInt 0 10000000';
      return args.length === 0 && dialect === 'jetbrains' ? '$randomInt 0 1001' : undefined;
    case '$date':
      addNote('warning', `{{${inner}}}: write {{$datetime "YYYY-MM-DD"}}.`);
      return undefined;
  }
  if (dialect === 'httpyac') {
    const global = /^\$global\.([\w$-]+(?:[.[][^]*)?)$/.exec(inner)?.[1];
    if (global !== undefined) return global;
    const asked = /^\$(input|password|pick)(?:-askonce)?\s+([^$]*\S)\s*(\$value:[^]*)?$/.exec(inner);
    if (asked !== null) {
      if (asked[3] !== undefined)
        addNote('information', `${asked[2]}: it is asked for without ${asked[1] === 'pick' ? 'a choice' : 'a value to begin with'}.`);
      return `?${(asked[2] ?? '').replace(/[{}|]/g, ' ').trim()}`;
    }
  }
  const elements = /^\$\.([\w-]+)/.exec(inner)?.[1];
  if (elements !== undefined) {
    addNote(
      'warning',
      `{{${shortened(inner)}}}: a request is sent once, not for each element of ${elements}; rows of data do that (req run --data).`,
    );
    return undefined;
  }
  const integer = /^\$random\.integer(?:\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\))?$/.exec(inner);
  if (integer !== null) return integer[1] === undefined ? '$randomInt 0 1001' : `$randomInt ${integer[1]} ${integer[2]}`;
  const known = reference(inner, context) ?? result(inner);
  // Expressions with parentheses are reported elsewhere.
  if (known === undefined && name.startsWith('$') && !made.test(name) && !isDynamic(name) && !inner.includes('('))
    addNote('warning', `{{${shortened(inner)}}} is not a value that Req generates.`);
  return known;

  /** In httpYac, a request's name is a variable with the parsed response body. */
  function result(path: string): string | undefined {
    const m = /^([\w-]+)([.[][^]*)?$/.exec(path);
    if (dialect !== 'httpyac' || m === null || !requests.has(m[1] ?? '') || /^\.(?:response|request)\b/.test(m[2] ?? '')) return undefined;
    return `${m[1]}.response.body${m[2] ?? ''}`;
  }
}

/** Translates `login.response.body.$.a[0]`, which selects a part by JSONPath. */
function reference(inner: string, { addNote }: PlaceContext): string | undefined {
  const m = /^([\w-]+)\.(request|response)\.(body|headers)(?:\.|(?=\[)|$)([^]*)$/.exec(inner);
  if (m === null) return undefined;
  const [, name, side, part, path = ''] = m;
  const base = `${name}.${side}.${part}`;
  if (part === 'headers') {
    if (path === '' || /^[\w$-]+$|^\[(["']).*\1\]$/.test(path)) return undefined;
    return `${base}[${JSON.stringify(path)}]`;
  }
  if (path === '*' || path === '$' || path === '') return base;
  if (/^\/|^\$\.\.|\*|\[\?|\[\(|\[-|\[\d*:|\.\./.test(path)) {
    addNote('warning', `{{${shortened(inner)}}}: Req selects a part by its path; XPath and searches are not supported.`);
    return undefined;
  }
  const steps = path.replace(/^\$/, '').replace(/^(?=[^.[])/, '.');
  return `${base}${steps}`;
}

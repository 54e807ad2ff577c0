/** Places that can define a name, highest precedence first. Each defines it with its own name as the value: `of-script`, `of-file-near`. */
export const layers = [
  'prompt',
  'script',
  'file-near',
  'file-far',
  'file-below',
  'folder-inner',
  'folder-outer',
  'environment-private-near',
  'environment-near',
  'environment-private-far',
  'environment-far',
  'collection',
  'shared-private-near',
  'shared-near',
  'shared-private-far',
  'shared-far',
] as const;

export type LayerName = (typeof layers)[number];

/** One line of the table: an expression, and its value in every place of use. */
export interface PrecedenceCase {
  readonly title: string;
  /** The text between the braces. `NAME` in it is the case's own variable. */
  readonly expression: string;
  readonly layers: readonly LayerName[];
  readonly value: string;
  /** The value in a definition directly above the request, which resolves no names below it; null if undefined. */
  readonly inDefinition: string | null;
  /** Whether it is a whole variable, which scripts read by its name. */
  readonly isVariable: boolean;
  /** The value shown to a user: secrets are masked, values only known when sending have a stand-in. */
  readonly shown: string;
  /** Only where prompts are answered or stored: not where an editor would have to prompt. */
  readonly asks: boolean;
}

const valueOf = (layer: LayerName): string => `of-${layer}`;
const isPrivate = (layer: LayerName): boolean => layer.includes('private');

function known(title: string, by: readonly LayerName[]): PrecedenceCase {
  const [winner] = by as readonly [LayerName];
  const seenAbove = by.find((layer) => layer !== 'file-below');
  return {
    title,
    expression: 'NAME',
    layers: by,
    value: valueOf(winner),
    inDefinition: seenAbove === undefined ? null : valueOf(seenAbove),
    isVariable: true,
    shown: winner === 'prompt' ? '‹asked when sending›' : isPrivate(winner) ? '•••' : valueOf(winner),
    asks: winner === 'prompt',
  };
}

function other(expression: string, value: string, more: Partial<PrecedenceCase> = {}): PrecedenceCase {
  const title = `{{${expression}}}`;
  return { title, expression, layers: [], value, inDefinition: value, isVariable: false, shown: value, asks: false, ...more };
}

const all: readonly LayerName[] = layers;

/** Every layer alone, with each neighbour, and with all below it, and expressions that are not variables. */
export const precedenceCases: readonly PrecedenceCase[] = [
  ...all.map((layer) => known(`${layer} alone`, [layer])),
  ...all.slice(1).map((lower, i) => known(`${all[i]} over ${lower}`, [all[i] as LayerName, lower])),
  ...all.slice(0, -2).map((layer, i) => known(`${layer} over all below`, all.slice(i))),
  other('login.response.body.token', 'of-answer'),
  other('login.response.body.$.token', 'of-answer'),
  other('login.response.headers.X-Answer', 'of-header'),
  other('login.response.headers.x-aNSWER', 'of-header'),
  other('login.request.headers.x-asked', 'of-asking'),
  other('$randomInt 7 8', '7', { shown: 'random integer' }),
  other('$env.PRECEDENCE', 'of-process', { shown: 'process', asks: true }),
  other('$processEnv PRECEDENCE', 'of-process', { shown: 'process', asks: true }),
  other('$dotenv.PRECEDENCE', 'of-dotenv', { shown: '.env' }),
  other('$dotenv PRECEDENCE', 'of-dotenv', { shown: '.env' }),
  other('$secret.PRECEDENCE', 'of-secret', { shown: '•••', asks: true }),
  other('?precedence', 'of-label', { shown: 'Asked for', asks: true }),
];

export const nameOf = (c: PrecedenceCase): string => `x${precedenceCases.indexOf(c)}`;
export const placeholderOf = (c: PrecedenceCase): string => `{{${c.expression.replace('NAME', nameOf(c))}}}`;

/** The forms of bodies with the value, each in a request of its own. */
export const forms = ['json', 'text', 'form', 'file', 'multipart'] as const;
export type FormName = (typeof forms)[number];
/** The form with scripts: only one, because each needs an engine of its own. */
const scripted: FormName = 'json';

const boundary = 'limit';

function bodyOf(form: FormName, file: string, text: string): { readonly type: string; readonly written: string; readonly sent: string } {
  const part = (name: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
  switch (form) {
    case 'json':
      return { type: 'application/json', written: `{"a": "${text}", "b": ["<${text}>"]}`, sent: `{"a": "${text}", "b": ["<${text}>"]}` };
    case 'text':
      return { type: 'text/plain', written: `a ${text}, b`, sent: `a ${text}, b` };
    case 'form':
      return { type: 'application/x-www-form-urlencoded', written: `a=${text}\n&b=${text}`, sent: `a=${text}&b=${text}` };
    case 'file':
      return { type: 'text/plain', written: `<@ ./${file}`, sent: `in a file: ${text}` };
    case 'multipart':
      return {
        type: `multipart/form-data; boundary=${boundary}`,
        written: `${part('a').replaceAll('\r', '')}${text}\n${part('b').replaceAll('\r', '')}<@ ./${file}\n--${boundary}--`,
        sent: `${part('a')}${text}\r\n${part('b')}in a file: ${text}\r\n--${boundary}--\r\n`,
      };
  }
}

/** The name of the request that uses a case in every position. */
export const requestNameOf = (c: PrecedenceCase, form: FormName): string => `${nameOf(c)}-${form}`;

export interface SentPositions {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request on the wire: the value in every position. `withScripts`: where scripts run. */
export function positionsOf(c: PrecedenceCase, form: FormName, withScripts: boolean): SentPositions {
  return {
    target: `/${requestNameOf(c, form)}/${c.value}?${c.value}=1&q=${c.value}`,
    headers: {
      'X-Header': `<${c.value}>`,
      ...(c.inDefinition === null ? {} : { 'X-In-Definition': c.inDefinition }),
      'X-In-Collection': c.value,
      'X-In-Environment': c.value,
      ...(withScripts && form === scripted ? { 'X-Interpolated': c.value, ...(c.isVariable ? { 'X-Asked-For': c.value } : {}) } : {}),
    },
    body: bodyOf(form, fileOf(c), c.value).sent,
  };
}

const fileOf = (c: PrecedenceCase): string => `${nameOf(c)}.txt`;

function requestOf(c: PrecedenceCase, form: FormName): string {
  const [name, x] = [nameOf(c), placeholderOf(c)];
  const { type, written } = bodyOf(form, fileOf(c), x);
  const interpolated = `tool.interpolate(${JSON.stringify(x)})`;
  const before = [
    `  request.headers["X-Interpolated"] = ${interpolated};`,
    ...(c.isVariable ? [`  request.headers["X-Asked-For"] = tool.getVar("${name}");`] : []),
  ];
  const after = [
    `  tool.test("interpolated", () => tool.expect(${interpolated}).to.equal(response.body.expected));`,
    ...(c.isVariable ? [`  tool.test("asked for", () => tool.expect(tool.getVar("${name}")).to.equal(response.body.expected));`] : []),
  ];
  return [
    '###',
    `# @name ${requestNameOf(c, form)}`,
    ...(c.layers.includes('prompt') ? [`# @prompt ${name} label of ${name}`] : []),
    ...(c.layers.includes('file-near') ? [`@${name} = ${valueOf('file-near')}`] : []),
    ...(c.inDefinition === null ? [] : [`@in-definition = ${x}`]),
    ...(form === scripted ? ['< {%', ...before, '%}'] : []),
    `POST {{host}}/${requestNameOf(c, form)}/${x}?${x}=1&q=${x}`,
    `X-Header: <${x}>`,
    ...(c.inDefinition === null ? [] : ['X-In-Definition: {{in-definition}}']),
    `X-In-Collection: {{collection-${name}}}`,
    `X-In-Environment: {{environment-${name}}}`,
    `X-Expected: ${c.value}`,
    `Content-Type: ${type}`,
    '',
    written,
    '',
    `?? body.expected == ${x}`,
    ...(form === scripted ? ['> {%', ...after, '%}'] : []),
    '',
  ].join('\n');
}

/** The file of the requests, by its path under the root. */
export const probeFile = 'sub/probe.req';
/** The file with the definitions of a layer, by its path under the root. */
export const fileOfLayer: Readonly<Record<LayerName, string>> = {
  prompt: '',
  script: probeFile,
  'file-near': probeFile,
  'file-far': probeFile,
  'file-below': probeFile,
  'folder-inner': 'sub/folder.req',
  'folder-outer': 'folder.req',
  'environment-private-near': 'sub/http-client.private.env.json',
  'environment-near': 'sub/http-client.env.json',
  'environment-private-far': 'http-client.private.env.json',
  'environment-far': 'http-client.env.json',
  collection: 'collection.req',
  'shared-private-near': 'sub/http-client.private.env.json',
  'shared-near': 'sub/http-client.env.json',
  'shared-private-far': 'http-client.private.env.json',
  'shared-far': 'http-client.env.json',
};

/** The collection that plays cases, by paths under its root. The environment is `dev`; `prepare` is sent first. */
export function precedenceFiles(cases: readonly PrecedenceCase[], host: string): Readonly<Record<string, string>> {
  const definedBy = (layer: LayerName): readonly PrecedenceCase[] => cases.filter((c) => c.layers.includes(layer));
  const definitions = (layer: LayerName): string =>
    definedBy(layer)
      .map((c) => `@${nameOf(c)} = ${valueOf(layer)}\n`)
      .join('');
  const values = (layer: LayerName): Readonly<Record<string, string>> =>
    Object.fromEntries(definedBy(layer).map((c) => [nameOf(c), valueOf(layer)]));
  const environments = (where: string, more: Readonly<Record<string, string>> = {}): string =>
    JSON.stringify({
      dev: { ...values(`environment-${where}` as LayerName), ...more },
      $shared: values(`shared-${where}` as LayerName),
    });
  const asked = cases.map((c) => [c, placeholderOf(c)] as const);
  return {
    'collection.req': `${definitions('collection')}${asked.map(([c, x]) => `@collection-${nameOf(c)} = ${x}\n`).join('')}`,
    'folder.req': definitions('folder-outer'),
    'sub/folder.req': definitions('folder-inner'),
    'http-client.env.json': environments('far', Object.fromEntries(asked.map(([c, x]) => [`environment-${nameOf(c)}`, x]))),
    'http-client.private.env.json': environments('private-far'),
    'sub/http-client.env.json': environments('near'),
    'sub/http-client.private.env.json': environments('private-near'),
    'sub/.env': 'PRECEDENCE=of-dotenv\n',
    '.env': 'PRECEDENCE=of-the-outer-dotenv\n',
    ...Object.fromEntries(asked.map(([c, x]) => [`sub/${fileOf(c)}`, `in a file: ${x}`])),
    [probeFile]: [
      `@host = ${host}`,
      // Names with a dollar are nobody's to define.
      '@$randomInt = of-nobody\n@$env.PRECEDENCE = of-nobody\n@$dotenv.PRECEDENCE = of-nobody\n@$secret.PRECEDENCE = of-nobody',
      definitions('file-far'),
      '### First\n# @name login\nGET {{host}}/login\nX-Asked: of-asking\nX-Expected: of-answer\n',
      '> {%',
      ...definedBy('script').map((c) => `  tool.setVar("${nameOf(c)}", "${valueOf('script')}");`),
      '%}\n',
      ...cases.flatMap((c) => forms.map((form) => requestOf(c, form))),
      `###\n${definitions('file-below')}`,
    ].join('\n'),
  };
}

/** The server's response: the one that the request's headers specify. */
export function precedenceAnswer(headers: readonly (readonly [name: string, value: string])[]): string {
  const expected = headers.find(([name]) => name === 'X-Expected')?.[1] ?? '';
  const body = JSON.stringify({ expected, token: 'of-answer' });
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Answer: of-header\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Clients that read `.http` files, with different syntax. */
export type Dialect = 'rest-client' | 'jetbrains' | 'httpyac' | 'visual-studio' | 'kulala';

export const dialectNames: Readonly<Record<Dialect, string>> = {
  'rest-client': 'REST Client',
  jetbrains: "JetBrains' HTTP Client",
  httpyac: 'httpYac',
  'visual-studio': 'Visual Studio',
  kulala: 'Kulala',
};

/** Outweighs all other marks: Kulala and httpYac also support the syntax of REST Client and JetBrains. */
const certain = 20;

/** Syntax that only one client uses, with its weight. */
const marks: readonly (readonly [Dialect, number, RegExp])[] = [
  [
    'kulala',
    certain,
    /^# @(?:kulala-|curl-|grpc-|env-json-key|env-stdin-cmd|env-header-key|stdin-cmd|jq\b|accept chunked|delay\b|attach-cookie-jar)/m,
  ],
  ['kulala', certain, /^[<>] \S+\.lua$|^[<>] \{%(?:\s*--\s*lua|[ \t]*lang=)/m],
  ['kulala', 2, /\brequest\.variables\.set\b[^]*client\.replay\b/],
  [
    'httpyac',
    certain,
    /^(?:#|\/\/) @(?:forceRef|loop|import|no-reject-unauthorized|noRejectUnauthorized|no-client-cert|jwt|ratelimit|keepStreaming|injectVariables|save|openWith|responseRef|sleep|grpc-reflection)\b/m,
  ],
  ['httpyac', certain, /^[ \t]*\{\{(?:@js\b[ \t]*(?![ \t]))?[+@]?(?:request|streaming|response|after|responseLogging|)[ \t]*$/m],
  ['httpyac', certain, /\{\{\$(?:input|password|pick|global\.)/],
  ['httpyac', 3, /^(?:WS|SSE|MQTT|AMQP|EVENTSOURCE) \S/m],
  ['httpyac', 2, /^\?\? /m],
  // No other client starts a request without a separator.
  ['httpyac', 3, /^(?![#@]|\/\/|(?:import|run) )\S[^\n]*\n\n+(?:GET|POST|PUT|PATCH|DELETE) (?:https?:|\{\{|\/)/m],
  ['httpyac', 2, /\bexports\.\w+\s*=/],
  ['httpyac', 1, /^(?:#|\/\/) @ref\b/m],
  ['jetbrains', 3, /\{\{\$(?:random\.|env\.|exampleServer|historyFolder|projectRoot|auth\.)/],
  ['jetbrains', 3, /\bclient\.(?:global|test|assert|log|exit)\b/],
  ['jetbrains', 3, /^>>!? \S/m],
  ['jetbrains', 3, /^(?:#|\/\/) @(?:no-log|no-auto-encoding|use-os-credentials|connection-timeout)\b/m],
  ['jetbrains', 2, /^[<>] \{%/m],
  ['jetbrains', 2, /^<> \S/m],
  ['jetbrains', 2, /^(?:import|run) \S/m],
  ['jetbrains', 2, /^(?:WEBSOCKET|GRAPHQL|RSOCKET) \S/m],
  ['visual-studio', 3, /^@\w+_HostAddress\s*=/m],
  ['visual-studio', 2, /\{\{\$localDatetime|\{\{\$dotenv /],
  ['rest-client', 3, /\{\{\$(?:aadToken|aadV2Token|oidcAccessToken|shared |processEnv %)/],
  ['rest-client', 3, /^(?:#|\/\/) @(?:note|settings)\b/m],
  ['rest-client', 3, /^X-Request-Type: *GraphQL/im],
  ['rest-client', 2, /\{\{\w+\.(?:response|request)\.body\.(?:\$|\*)/],
  ['rest-client', 2, /^(?:#|\/\/) @prompt\b/m],
  ['rest-client', 1, /\{\{\$(?:processEnv|datetime|randomInt)\b/],
  ['rest-client', 1, /^curl /m],
];

/** The dialect that a line `# @dialect NAME` names. */
function namedDialect(text: string): Dialect | undefined {
  const name = /^(?:#|\/\/)[ \t]*@dialect[ \t=]+(\S+)/m.exec(text)?.[1];
  return name === undefined ? undefined : dialectNamed(name);
}

const byName: Readonly<Record<string, Dialect>> = {
  'rest-client': 'rest-client',
  restclient: 'rest-client',
  vscode: 'rest-client',
  jetbrains: 'jetbrains',
  intellij: 'jetbrains',
  httpyac: 'httpyac',
  'visual-studio': 'visual-studio',
  visualstudio: 'visual-studio',
  kulala: 'kulala',
};

/** The dialect of a name; undefined for `auto` and unknown names. */
export const dialectNamed = (name: string): Dialect | undefined => {
  const key = name.toLowerCase();
  return Object.hasOwn(byName, key) ? byName[key] : undefined;
};

const enough = 200_000;

/**
 * The client of a file: the one that its `# @dialect` names, else the preferred one, else the one that its syntax is specific for, else
 * REST Client.
 */
export function dialectOf(text: string, preferred?: Dialect): Dialect {
  const given = namedDialect(text) ?? preferred;
  if (given !== undefined) return given;
  const scores = new Map<Dialect, number>([['rest-client', 0.5]]);
  const beginning = text.slice(0, enough).replaceAll('\r\n', '\n');
  for (const [dialect, weight, form] of marks) if (form.test(beginning)) scores.set(dialect, (scores.get(dialect) ?? 0) + weight);
  return [...scores].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'rest-client';
}

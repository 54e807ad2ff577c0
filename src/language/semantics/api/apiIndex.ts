import { mediaTypeParameters } from '../../../base/text/mediaType.ts';

// What is known of an OpenAPI document: plain data, so that a thread can make it. The bundle `src/apiDocuments` makes it.

export interface ApiIndex {
  /** Absolute path. */
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly ApiOperation[];
  /** Problems of parts that could not be read, such as references without a target. One sentence each. */
  readonly problems: readonly string[];
  /** Absolute paths of referenced files. */
  readonly files: readonly string[];
}

export interface ApiOperation {
  /** Upper case. */
  readonly method: string;
  /** `/users/{id}`. */
  readonly path: string;
  /** Paths of the servers, such as `/v1`, without a slash at the end. A variable is `{name}`. */
  readonly bases: readonly string[];
  /** `/paths/~1users~1{id}/get`. */
  readonly pointer: string;
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Names of security schemes; alternatives are separate, schemes that are used together are joined by ` + `. */
  readonly security: readonly string[];
  /** Names of query parameters that contain a key of the security schemes; absent if there are none. */
  readonly keys?: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiBody | undefined;
  readonly responses: readonly ApiResponse[];
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  /** The shape of the value that `style` serializes. */
  readonly shape: ApiShape;
  readonly style: ParameterStyle;
  /** An object whose members are parameters (`style: form` with `explode`), or one written as `name[member]`. */
  readonly open: 'members' | 'brackets' | undefined;
}

/** Serialization of a value (OpenAPI 3.1, §4.8.12.2). */
export interface ParameterStyle {
  /** `content`: in a media type, which is `json` if it is JSON. */
  readonly name:
    | 'form'
    | 'spaceDelimited'
    | 'tabDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'simple'
    | 'label'
    | 'matrix'
    | 'json'
    | 'content';
  readonly explode: boolean;
}

export interface ApiBody {
  readonly required: boolean;
  readonly content: readonly ApiContent[];
}

export interface ApiContent {
  /** Media type or range, lower case, without parameters. */
  readonly type: string;
  /** Parameters of the media type, such as `version=1`, in lower case. */
  readonly parameters?: readonly string[];
  readonly shape: ApiShape;
  /** How members of a form are written, as far as the Encoding Object describes it. */
  readonly fields?: readonly (readonly [name: string, style: ParameterStyle])[];
}

export interface ApiResponse {
  /** `200`, `2XX`, `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ApiResponseHeader[];
  readonly content: readonly ApiResponseContent[];
}

export interface ApiResponseHeader {
  readonly name: string;
  readonly required: boolean;
  /** URI of the schema with a JSON pointer. */
  readonly schema: string | undefined;
  readonly shape: ApiShape;
  readonly style: ParameterStyle;
}

export interface ApiResponseContent {
  readonly type: string;
  readonly parameters?: readonly string[];
  /** URI of the schema with a JSON pointer; undefined for none. */
  readonly schema: string | undefined;
  /** URI of `itemSchema`, OpenAPI 3.2. */
  readonly items: string | undefined;
  /** URI of the schema of the data of an event (`contentSchema`). */
  readonly data: string | undefined;
  /** The body is text or bytes, which no schema describes. */
  readonly isBinary: boolean;
}

/** The parts of a schema that an editor needs. Absent parts are unknown, not forbidden. A shape can contain itself. */
export interface ApiShape {
  /** Types of JSON Schema; empty if any. */
  readonly types: readonly string[];
  readonly description: string;
  readonly format?: string;
  /** Allowed values as JSON. */
  readonly values?: readonly string[];
  /** An example as JSON. */
  readonly example?: string;
  readonly members?: readonly ApiMember[];
  /** No other members are allowed. */
  readonly closed?: true;
  readonly items?: ApiShape;
  readonly limits?: ShapeLimits;
}

/** Limits of numbers, of characters of a text, and of items of a list. */
export interface ShapeLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value must be greater. */
  readonly above?: number;
  /** The value must be less. */
  readonly below?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ApiMember {
  readonly name: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly shape: ApiShape;
  /** An alternative that does not describe the member allows any value. */
  readonly loose?: true;
}

export type FoundApi =
  | { readonly kind: 'index'; readonly file: string; readonly index: ApiIndex }
  | { readonly kind: 'problem'; readonly file: string; readonly message: string }
  /** Being read. */
  | { readonly kind: 'reading'; readonly file: string };

/** The documents that `# @openapi` around the requests of a file name, by absolute path. */
export type Apis = ReadonlyMap<string, FoundApi>;

export const noApis: Apis = new Map();

export const operationName = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>): string => `${method} ${path}`;

/** The response of an operation that describes a status: the code, its range, or `default`. */
export const responseFor = ({ responses }: ApiOperation, status: number): ApiResponse | undefined =>
  responses.find((r) => r.status === String(status)) ??
  responses.find((r) => r.status.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
  responses.find((r) => r.status === 'default');

/**
 * The content that describes a media type: the type itself, else the narrowest range. Of several with the same type, the first whose
 * parameters the written media type has, else the first.
 * @param type in lower case, without parameters
 */
export function contentFor<T extends Pick<ApiContent, 'type' | 'parameters'>>(
  content: readonly T[],
  type: string,
  written = type,
): T | undefined {
  const [top = ''] = type.split('/');
  const suffix = /\+[^+/]+$/.exec(type)?.[0];
  const given = mediaTypeParameters(written);
  for (const wanted of [type, ...(suffix === undefined ? [] : [`${top}/*${suffix}`]), `${top}/*`, '*/*']) {
    const found = content.filter((c) => c.type === wanted);
    const best = found.toSorted((a, b) => (b.parameters?.length ?? 0) - (a.parameters?.length ?? 0));
    const own = best.find(({ parameters = [] }) => parameters.every((p) => given.includes(p)));
    if (found.length > 0) return own ?? found[0];
  }
  return undefined;
}

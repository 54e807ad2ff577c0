import type { Value } from '../../../base/values/value.ts';
import type { Taint } from './secrets/taint.ts';

/** The kinds of layers in order of precedence. `option` (of the command) and `data` (a row) have the same rank as `script`. */
export type LayerKind = 'prompt' | 'data' | 'script' | 'option' | 'file' | 'folder' | 'environment' | 'collection' | 'shared';

export interface Origin {
  readonly layer: LayerKind;
  /** Absolute path of the file that defines or sets it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly request?: string;
  /** Set by the user, not by a script. */
  readonly byHand?: true;
  /** Set by a capture of the request, not by a script. */
  readonly captured?: true;
  readonly environment?: string;
  /** `--var` or `--vars FILE`. */
  readonly option?: string;
  /** Time at which a script set it, in milliseconds since 1970. */
  readonly time?: number;
}

/** One definition of a name. Data is inserted unchanged; values in files are templates. */
export interface Variable {
  readonly name: string;
  readonly origin: Origin;
  /** The value is masked: it is from a private environment file, or the name is in `@secret`. */
  readonly secret: boolean;
  /** Secrets in a value whose other parts are shown. */
  readonly hides?: readonly string[];
  /**
   * Texts of a value that a script set after it read a secret. They are masked only where the variable is sent or looked up; equal texts
   * elsewhere are shown.
   */
  readonly made?: readonly string[];
  /** Whether texts of the value are missing in `made`, because they are too long or too many. */
  readonly madeMore?: boolean;
  /** The sources of the value if it may not be sent to every receiver. */
  readonly taint?: Taint;
  readonly content:
    | { readonly kind: 'data'; readonly value: Value }
    /** `@x = …`: a template, and JSON if the filled text is an object or array. */
    | { readonly kind: 'text'; readonly text: string }
    /** A value of an environment file. Its strings are templates; other values keep their type. */
    | { readonly kind: 'json'; readonly value: Value };
  /** The offset of a definition in the request's file. Its template can use only definitions above it. */
  readonly position?: number;
  /** The definition is below the request that uses it. */
  readonly below?: boolean;
}

/** The place of a variable's definition for messages: `a.req:3`. */
export function whereOf(v: Variable): string {
  const file = v.origin.file?.split(/[\\/]/).pop();
  return file === undefined ? v.origin.layer : `${file}:${v.origin.line ?? 1}`;
}

/** One source of variables. `before` limits a file's own definitions to those above an offset. */
export interface Layer {
  readonly kind: LayerKind;
  find(name: string, before?: number): Variable | undefined;
  names(): Iterable<string>;
}

/** A variable whose value is inserted unchanged. */
interface DataVariable extends Pick<Variable, 'origin' | 'hides' | 'made' | 'madeMore' | 'taint'> {
  readonly value: Value;
  readonly secret?: boolean;
}

/** Data variables: set by scripts, options of the command, or prompts. */
export interface DataVariables {
  find(name: string): DataVariable | undefined;
  names(): Iterable<string>;
}

/** A layer of data variables, which are never parsed as templates. */
export function dataLayer(kind: LayerKind, data: DataVariables): Layer {
  return {
    kind,
    names: () => data.names(),
    find(name) {
      const found = data.find(name);
      if (found === undefined) return undefined;
      const { value, origin, secret = false, hides = [], made, madeMore = false, taint } = found;
      const more = { ...(made === undefined ? {} : { made, madeMore }), ...(taint === undefined ? {} : { taint }) };
      return { name, origin, secret, hides, ...more, content: { kind: 'data', value } };
    },
  };
}

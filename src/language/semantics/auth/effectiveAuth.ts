import type { SharedBlock } from '../request/sharedBlock.ts';
import type { TemplateText } from '../request/requestSource.ts';

/** The `# @auth` that applies to a request. */
export interface EffectiveAuth {
  readonly text: TemplateText;
  /** 0 for the request's own; n for the n-th block around it, the innermost first. */
  readonly level: number;
  /** Undefined for the request's own. */
  readonly file: string | undefined;
  /** `folder.req:3` in a shared block; undefined for the request's own. */
  readonly from: string | undefined;
}

/** The request's own `# @auth`, else that of the innermost shared block that has one. */
export function effectiveAuth(own: TemplateText | undefined, shared: readonly SharedBlock[]): EffectiveAuth | undefined {
  if (own !== undefined) return { text: own, level: 0, file: undefined, from: undefined };
  const at = shared.findIndex((s) => s.auth !== undefined);
  const auth = shared[at]?.auth;
  if (auth === undefined) return undefined;
  const name = auth.file.slice(Math.max(auth.file.lastIndexOf('/'), auth.file.lastIndexOf('\\')) + 1);
  // Ranges of a shared file are not places in this one.
  return { text: { ...auth.text, inFile: false }, level: at + 1, file: auth.file, from: `${name}:${auth.line}` };
}

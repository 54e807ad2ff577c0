// The only door to the language: what the runner, the editor and the command may use.
export type { BodyPart, Header, ResolvedRequest, SendOptions } from './semantics/resolvedRequest.ts';

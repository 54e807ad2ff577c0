import type { JsonNode } from '../../../base/json.ts';

/** Whether a member of an environment is a list of authentication configurations, and no variable. */
export const isSecurity = (key: string, value: JsonNode): boolean =>
  key === 'Security' && value.kind === 'object' && value.members.some((m) => m.key === 'Auth');

import type { JsonNode } from '../../../base/json/json.ts';

/** Whether a member of an environment contains authentication configurations and is not a variable. */
export const isSecurity = (key: string, value: JsonNode): boolean =>
  key === 'Security' && value.kind === 'object' && value.members.some((m) => m.key === 'Auth');

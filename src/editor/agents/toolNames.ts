/** The language-model tools of the manifest; a test compares the two. */
export const agentToolNames = ['req_list_requests', 'req_explain_request', 'req_send_request', 'req_read_response'] as const;

export type AgentToolName = (typeof agentToolNames)[number];

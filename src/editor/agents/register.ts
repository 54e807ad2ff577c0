import * as vscode from 'vscode';
import { agentToolNames } from './toolNames.ts';
import type { AgentTools } from './tools.ts';

/** Registers the tools with which a language model lists, explains and sends requests. Their code is loaded on first use. */
export function registerAgentTools(load: () => Promise<AgentTools>): vscode.Disposable {
  const registered = agentToolNames.map((name) =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }) => (await load()).prepare(name, input),
      async invoke({ input, toolInvocationToken }, token) {
        const text = await (await load()).invoke(name, input, token, toolInvocationToken !== undefined);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
  return vscode.Disposable.from(...registered);
}

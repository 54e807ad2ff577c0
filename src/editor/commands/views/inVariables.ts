import type { Services } from '../../services.ts';
import type { RowCommand, VariableRows } from '../../variables/index.ts';

export async function inVariables({ variableViews }: Services, work: (commands: VariableRows['commands']) => unknown): Promise<unknown> {
  return work(variableViews.rows().commands);
}

/** Runs a command on a row of the Variables or Variable History view; without `node`, on the selected row. */
export const onVariableRow = (services: Services, command: RowCommand, node: unknown): Promise<unknown> =>
  inVariables(services, (commands) => commands.run(command, node));

export async function showAllVariables({ variableViews }: Services): Promise<unknown> {
  return variableViews.rows().tree.filter('');
}

export async function showAllChanges({ variableViews }: Services): Promise<unknown> {
  return variableViews.rows().history.show(undefined);
}

import type { MountContext } from '../platform/http/route.ts';
import { type CallerHeaders, callTool } from './call-tool.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { Tool } from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an outcome is read with. */
export interface OutcomeContext {
  readonly context: MountContext;
  readonly caller: CallerHeaders;
  readonly tools: ReadonlyMap<string, Tool>;
}

/** The tools that say what has come of a call whose end is not known when it is answered. */
const OUTCOME_TOOLS: Readonly<Record<string, string>> = {
  checkout: 'trip_status',
  submit_agent_payment: 'trip_status',
  sandbox_pay: 'trip_status',
  execute_proposal: 'trip_status',
  exchange_commit: 'exchange_status',
  car_exchange_commit: 'car_exchange_status',
  mandate_request: 'get_mandate',
  propose: 'get_proposal',
  approval_request: 'get_proposal',
};

/** The tool that says what has come of a call, with the answer it had; undefined where no tool does. */
export function outcomeToolOf(name: string, answer: Values): string | undefined {
  if (name === 'execute_proposal' && answer['approval_url'] !== undefined) return 'get_proposal';
  return Object.hasOwn(OUTCOME_TOOLS, name) ? OUTCOME_TOOLS[name] : undefined;
}

/** The arguments a tool takes, of all the values that are known. */
export function argumentsOf({ places }: Pick<Tool, 'places'>, known: Values): Values {
  return Object.fromEntries(
    Object.keys(places).flatMap((key) => (known[key] === undefined ? [] : [[key, known[key]] as const])),
  );
}

/** Reads how far it is, as the caller may. */
export async function readOutcome({ context, caller }: OutcomeContext, tool: Tool, args: Values): Promise<ToolAnswer> {
  return await callTool(context, caller, { tool, arguments: args, rpcId: 0, mcpSessionId: undefined });
}

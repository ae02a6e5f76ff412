/** Addresses of MCP beside the complete one: each lists the tools of one kind of work. */
export const TOOL_SETS = ['shop', 'book', 'service', 'demand'] as const;
/** One of them. */
export type ToolSetName = (typeof TOOL_SETS)[number];

/** The complete address. */
export const MCP_PATH = '/mcp';
/** Every address of MCP, the complete one first. A token for one of them is good at all. */
export const MCP_PATHS: readonly string[] = [MCP_PATH, ...TOOL_SETS.map((name) => `${MCP_PATH}/${name}`)];

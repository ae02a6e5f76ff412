import type { MountContext } from '../../platform/http/route.ts';

/** JSON-RPC codes of what is refused before a message reaches the protocol. */
export const RPC_REFUSED = -32_000;
export const RPC_NO_SESSION = -32_001;
export const RPC_UNREADABLE = -32_700;

/** Answers a refusal that belongs to no message, as JSON-RPC has it. */
export function sendError({ response }: MountContext, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

import type { MountContext } from '../platform/http/route.ts';

/** An answer in OAuth's own form (RFC 6749, section 5.2). */
export interface OAuthProblem {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers JSON. */
export function answerJson(
  { response }: Pick<MountContext, 'response'>,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(value));
}

/** Answers an error as OAuth clients read it. */
export function answerProblem(
  context: Pick<MountContext, 'response'>,
  { status, error, description, headers = {} }: OAuthProblem,
): void {
  answerJson(context, status, { error, error_description: description }, headers);
}

/**
 * Lets programs of any site in a browser read an answer (the MCP inspector is one). No cookie counts on these paths, so
 * there is nothing a site could do with somebody else's rights. True when the request only asked whether it may, and is
 * answered.
 */
export function allowAnySite(
  { request, response }: Pick<MountContext, 'request' | 'response'>,
  methods: string,
): boolean {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'WWW-Authenticate');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204, {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
    'access-control-max-age': '3600',
  });
  response.end();
  return true;
}

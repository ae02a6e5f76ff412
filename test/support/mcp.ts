import { createServer, request } from 'node:http';
import {
  Client as StatelessClient,
  type ElicitRequest,
  type ElicitResult,
  StreamableHTTPClientTransport as StatelessTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { estimateTokens } from '../../src/mcp/model/tokens.ts';
import { BOOTSTRAP_KEY } from './service/service.ts';

/** What a tool answered, as a test looks at it. */
export interface ToolResult {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely; the SDK's client has checked their shape.
  readonly data: any;
  /** The notes before the data. */
  readonly notes: string;
  /** Of everything the agent is sent. */
  readonly tokens: number;
}
/** A connected agent: the official SDK's own client, over HTTP. */
export interface Agent {
  readonly client: Client;
  readonly sessionId: string;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  close(): Promise<void>;
}

const Content = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.undefined().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1),
});

/** Connects an agent; `headers` carries its credential. */
export async function connectAgent(
  url: string,
  options: {
    /** `/mcp` and all tools, unless it says otherwise. */
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly capabilities?: ClientCapabilities;
    readonly beforeConnect?: (client: Client) => void;
  } = {},
): Promise<Agent> {
  const client = new Client({ name: 'bly-tests', version: '1.0.0' }, { capabilities: options.capabilities ?? {} });
  options.beforeConnect?.(client);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}${options.path ?? '/mcp'}`), {
    requestInit: { headers: { ...(options.headers ?? { 'x-api-key': BOOTSTRAP_KEY }) } },
  });
  await client.connect(transport);
  return {
    client,
    sessionId: transport.sessionId ?? '',
    call: async (name, args) => readResult(await client.callTool({ name, arguments: { ...args } })),
    close: () => client.close(),
  };
}

function readResult(result: unknown): ToolResult {
  const { isError, content } = Content.parse(result);
  const last = content.at(-1)?.text ?? '';
  return {
    isError: isError === true,
    data: JSON.parse(last),
    notes: content
      .slice(0, -1)
      .map(({ text }) => text)
      .join('\n'),
    tokens: estimateTokens(content.map(({ text }) => text).join('\n')),
  };
}

/** An agent with the official client of the second SDK, which speaks revision 2026-07-28 where a server does. */
export interface StatelessAgent extends Pick<Agent, 'call' | 'close'> {
  readonly client: StatelessClient;
}

/** Connects one; `onPage` answers for the person who is asked to open a page, and says that there is one. */
export async function connectStateless(
  url: string,
  options: {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly negotiation?: VersionNegotiationOptions;
    readonly onPage?: (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;
  } = {},
): Promise<StatelessAgent> {
  const { onPage } = options;
  const client = new StatelessClient(
    { name: 'bly-tests', version: '1.0.0' },
    {
      capabilities: onPage === undefined ? {} : { elicitation: { url: {} } },
      versionNegotiation: options.negotiation ?? { mode: 'auto' },
    },
  );
  if (onPage !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => onPage(params));
  await client.connect(
    new StatelessTransport(new URL(`${url}${options.path ?? '/mcp'}`), {
      requestInit: { headers: { ...(options.headers ?? { 'x-api-key': BOOTSTRAP_KEY }) } },
    }),
  );
  return {
    client,
    call: async (name, args) => readResult(await client.callTool({ name, arguments: { ...args } })),
    close: () => client.close(),
  };
}

/** A proxy to the service that adds the key, for a tool that takes none. Answers its address. */
export async function openKeyedProxy(serviceUrl: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(serviceUrl);
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, 'x-api-key': BOOTSTRAP_KEY },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

import type { MountContext } from '../platform/http/route.ts';
import { listedCards, readCard } from './cards.ts';
import { type CallerHeaders, callTool, textsOf } from './call-tool.ts';
import { forAgents, guides, readGuide } from './guides.ts';
import type { Tool } from './tools.ts';

/** What can be read by address: each names the tool that reads it, and the argument its address holds. */
const RECORDS = [
  {
    name: 'trip',
    uriTemplate: 'bly://trip/{trip_id}',
    pattern: /^bly:\/\/trip\/([\w-]{1,64})$/,
    operationId: 'get_trip',
    argument: 'trip_id',
    title: 'A trip',
    description: 'The cart with its items, travelers, quote and status.',
  },
  {
    name: 'booking',
    uriTemplate: 'bly://booking/{booking_ref}',
    pattern: /^bly:\/\/booking\/([\w-]{1,64})$/,
    operationId: 'read_booking',
    argument: 'booking_ref',
    title: 'A booking',
    description: "One of the organization's own bookings.",
  },
] as const;
const GUIDE = /^bly:\/\/guide\/([\w-]{1,64})$/;

/** The guides and the cards, as `resources/list` informs them. */
export const listedResources = [
  ...guides.map(({ name, title }) => ({ uri: `bly://guide/${name}`, name, title, mimeType: 'text/markdown' })),
  ...listedCards,
];

/** Trips and bookings, as `resources/templates/list` informs them. */
export const resourceTemplates = RECORDS.map(({ name, uriTemplate, title, description }) => ({
  name,
  uriTemplate,
  title,
  description,
  mimeType: 'application/json',
}));

/** A resource's text and type. */
export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  /** Of a card: how its host is to frame it. */
  readonly _meta?: (typeof listedCards)[number]['_meta'];
}

/** What is at an address: undefined when there is nothing, or nothing this caller may see. */
export async function readResource(
  context: MountContext,
  caller: CallerHeaders,
  request: {
    readonly uri: string;
    readonly tools: ReadonlyMap<string, Tool>;
    readonly mcpSessionId: string | undefined;
  },
): Promise<ResourceText | undefined> {
  const { uri } = request;
  const card = readCard(uri);
  if (card) return card;
  const guide = GUIDE.exec(uri)?.[1];
  if (guide !== undefined) {
    const text = await readGuide(guide);
    return text === undefined ? undefined : { uri, mimeType: 'text/markdown', text: forAgents(text, textsOf(context)) };
  }
  for (const record of RECORDS) {
    const id = record.pattern.exec(uri)?.[1];
    const tool = request.tools.get(record.operationId);
    if (id === undefined || tool === undefined) continue;
    const answer = await callTool(context, caller, {
      tool,
      arguments: { [record.argument]: id },
      rpcId: 0,
      mcpSessionId: request.mcpSessionId,
    });
    return answer.isError ? undefined : { uri, mimeType: 'application/json', text: JSON.stringify(answer.data) };
  }
  return undefined;
}

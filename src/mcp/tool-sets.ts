import type { Identity } from '../platform/http/gate.ts';
import { type AnyRoute, isRefusedToMandateOnlyKeys } from '../platform/http/route.ts';
import { MCP_PATH, TOOL_SETS, type ToolSetName } from '../platform/mcp-addresses.ts';
import type { Tool, ToolList } from './tools.ts';

/** What an address of MCP offers. */
export interface ToolAddress {
  /** Undefined at the complete address. */
  readonly set: ToolSetName | undefined;
  /** Only tools that change nothing. */
  readonly isReadOnly: boolean;
}
/** The tools of an address for one kind of caller, and the answer that lists them. */
export interface Toolbox {
  /**
   * What may be called here. A tool beyond the caller's scopes may be, and is refused with the scope that is missing.
   */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What is listed: the tools that the caller's scopes reach, without what is refused to its kind of key. */
  readonly toolList: ToolList;
}

/** The order of the complete list: of a long one, hosts cut the end. Tags that are not named come last. */
const TAG_ORDER = [
  'Search',
  'Trips',
  'Checkout',
  'Bookings',
  'Servicing',
  'Mandates',
  'Demand',
  'Sandbox',
  'Account',
  'Webhooks',
];
/** From a choice to a link that is paid: who shops goes that far, without extras, seats and payment by token. */
const SHOPPED_WITH: ReadonlySet<string> = new Set(['trip', 'get_trip', 'trip_status', 'checkout']);
/** Prices that are watched for days are no part of one conversation's shopping. */
const MONITORS = '/v1/price_monitoring';

/**
 * The sets that an operation belongs to, by its tag and its path: one that is added falls into the set of its tag. An
 * operation of a tag that is new belongs to none, which a test refuses.
 */
export function setsOf({ tag, path, scope, operationId }: AnyRoute): readonly ToolSetName[] {
  const isMonitor = path.startsWith(MONITORS);
  const belongs: Readonly<Record<ToolSetName, boolean>> = {
    shop: (tag === 'Search' && !isMonitor) || SHOPPED_WITH.has(operationId),
    book: ['Trips', 'Checkout', 'Mandates', 'Bookings'].includes(tag) || (tag === 'Sandbox' && scope === 'book'),
    service: ['Bookings', 'Servicing'].includes(tag),
    demand: tag === 'Demand' || isMonitor || operationId === 'places',
  };
  return TOOL_SETS.filter((name) => belongs[name]);
}

/**
 * The address of a request. `read_only` is on unless it says that it is off: who wrote it in any other form wants
 * nothing changed.
 */
export function readToolAddress(url: URL): ToolAddress {
  const set = TOOL_SETS.find((name) => url.pathname === `${MCP_PATH}/${name}`);
  const readOnly = url.searchParams.get('read_only');
  return { set, isReadOnly: readOnly !== null && !['0', 'false', 'off', 'no'].includes(readOnly.trim().toLowerCase()) };
}

/** Chooses the tools of an address for a caller; each combination is put together once. */
export type ChooseToolbox = (
  address: ToolAddress,
  identity: Pick<Identity, 'principal' | 'scopes' | 'isMandateOnly'>,
) => Toolbox;

/** Chooses among all tools there are. */
export function createToolboxes(all: ReadonlyMap<string, Tool>): ChooseToolbox {
  const known = new Map<string, Toolbox>();
  return (address, { principal, scopes, isMandateOnly }) => {
    const key = [address.set, address.isReadOnly, principal.kind, isMandateOnly, ...scopes.toSorted()].join(' ');
    const toolbox = known.get(key) ?? makeToolbox(all, address, { kind: principal.kind, scopes, isMandateOnly });
    known.set(key, toolbox);
    return toolbox;
  };
}

function makeToolbox(
  all: ReadonlyMap<string, Tool>,
  { set, isReadOnly }: ToolAddress,
  caller: { readonly kind: Identity['principal']['kind'] } & Pick<Identity, 'scopes' | 'isMandateOnly'>,
): Toolbox {
  const offered = [...all].filter(
    ([, { route, definition }]) =>
      (caller.kind === 'user' || route.access !== 'user') &&
      (set === undefined || setsOf(route).includes(set)) &&
      (!isReadOnly || definition.annotations.readOnlyHint),
  );
  const listed = offered
    .filter(([, { route }]) => route.scope === undefined || caller.scopes.includes(route.scope))
    .filter(([, { route }]) => !caller.isMandateOnly || !isRefusedToMandateOnlyKeys(route))
    .map(([, tool]) => tool)
    .toSorted((a, b) => positionOf(a) - positionOf(b));
  return { tools: new Map(offered), toolList: { tools: listed.map(({ listed: tool }) => tool) } };
}

function positionOf({ route }: Tool): number {
  const position = TAG_ORDER.indexOf(route.tag);
  return position < 0 ? TAG_ORDER.length : position;
}

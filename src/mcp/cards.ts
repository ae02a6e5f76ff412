import { CARD_TITLES, type CardName, renderCard } from '../../web/cards/render-card.ts';

/** The extension by which hosts show cards (MCP Apps), as client and server declare it. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
/** The type of a card. */
export const CARD_MIME_TYPE = 'text/html;profile=mcp-app';

/** The tools whose answer each card shows. */
const TOOLS_OF: Readonly<Record<CardName, readonly string[]>> = {
  offers: ['flight_search', 'hotel_search', 'car_search'],
  trip: ['trip', 'get_trip', 'checkout'],
  approval: ['mandate_request', 'propose', 'approval_request', 'get_proposal', 'execute_proposal'],
};
const NAMES: readonly CardName[] = ['offers', 'trip', 'approval'];

/**
 * A card asks its host for nothing beyond being shown: no origin to connect to or to load from, no camera. A type, for
 * the SDK takes nothing but plain records.
 */
type CardMeta = {
  ui: { csp: { connectDomains: string[]; resourceDomains: string[] }; prefersBorder: boolean };
};
const CARD_META: CardMeta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

/** What a tool's entry in `tools/list` says of its card; undefined for a tool that has none. */
export function cardMetaOf(tool: string): { ui: { resourceUri: string } } | undefined {
  const name = NAMES.find((card) => TOOLS_OF[card].includes(tool));
  return name && { ui: { resourceUri: addressOf(name) } };
}

/** The cards, as `resources/list` has them. */
export const listedCards = NAMES.map((name) => ({
  uri: addressOf(name),
  name: `${name}_card`,
  title: CARD_TITLES[name],
  mimeType: CARD_MIME_TYPE,
  _meta: CARD_META,
}));

/** The card at an address; undefined where there is none. */
export function readCard(
  uri: string,
): { readonly uri: string; readonly mimeType: string; readonly text: string; readonly _meta: CardMeta } | undefined {
  const name = NAMES.find((card) => addressOf(card) === uri);
  return name && { uri, mimeType: CARD_MIME_TYPE, text: renderCard(name), _meta: CARD_META };
}

function addressOf(name: CardName): string {
  return `ui://bly/${name}`;
}

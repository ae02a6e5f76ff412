import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ToolTexts } from './model/tool-texts.ts';

/** A guide an agent can read before it begins. */
export interface Guide {
  readonly name: string;
  readonly title: string;
}

/** Those for who calls the API; the ones for who runs it are no business of an agent's. */
export const guides: readonly Guide[] = [
  { name: 'mcp', title: 'Bly for agents: tools, bad input, short answers, payment' },
  { name: 'search', title: 'Searching flights' },
  { name: 'discovery', title: 'Where to go and when: destinations, calendars, lowest fares, price monitors' },
  { name: 'hotels', title: 'Hotels' },
  { name: 'cars', title: 'Rental cars' },
  { name: 'servicing', title: 'Cancel and refund' },
  { name: 'servicing-exchange', title: 'Change a flight' },
  { name: 'servicing-services', title: 'Add bags and seats' },
  { name: 'servicing-car-exchange', title: 'Change a rental car' },
  { name: 'servicing-schedule-change', title: 'Schedule changes' },
];

const GUIDES = fileURLToPath(new URL('../../docs/guides/', import.meta.url));

/** `POST /v1/trip`, in code marks or without. */
const CALL = /`(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}]*[\w}]`/g;

/** A guide in the words of tools: an agent calls no paths. */
export function forAgents(text: string, texts: ToolTexts): string {
  return texts(text.replaceAll(CALL, (call) => texts(call).replace('`the tool ', '`')));
}

/** The text of a guide; undefined where there is none of this name, or this installation came without documentation. */
export async function readGuide(name: string): Promise<string | undefined> {
  if (!guides.some((guide) => guide.name === name)) return undefined;
  return await readFile(`${GUIDES}${name}.md`, 'utf8').catch(() => undefined);
}

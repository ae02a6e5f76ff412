import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { GuideText } from './render-markdown.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
const changelogFile = new URL('../../CHANGELOG.md', import.meta.url);
/** What guides write for the address of the service; a reader is shown the one that answers. */
export const writtenUrl = 'http://127.0.0.1:8080';
/** A page's address with this at its end is the page as Markdown. */
export const markdownSuffix = '.md';

/** The navigation: groups in reading order. A guide that no group names stands under `More`, by name. */
const GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Get started', names: ['quick-start', 'sandbox'] },
  {
    title: 'Basics',
    names: ['authentication', 'money', 'pagination', 'idempotency', 'limits', 'versions', 'testing', 'going-live'],
  },
  { title: 'Search', names: ['search', 'discovery', 'hotels', 'cars', 'demand'] },
  { title: 'Sell', names: ['trips', 'checkout', 'branding', 'payments', 'pricing', 'mail'] },
  {
    title: 'After booking',
    names: [
      'servicing',
      'servicing-exchange',
      'servicing-services',
      'servicing-car-exchange',
      'servicing-schedule-change',
      'webhooks',
    ],
  },
  { title: 'Tools', names: ['mcp', 'mandates', 'ucp', 'cli', 'client'] },
  { title: 'Running it', names: ['console', 'production', 'suppliers', 'self-hosting', 'exports'] },
];

/** A guide by its name, the file's without `.md`. */
interface Guide extends GuideText {
  readonly name: string;
}
/** Guides that belong together. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

let read: readonly GuideGroup[] | undefined;

/**
 * Every guide of docs/guides, in groups; read once per process. Titles and descriptions are the files' own first words.
 */
export function readGuides(): readonly GuideGroup[] {
  read ??= groupGuides(
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => readGuide(file.slice(0, -'.md'.length))),
  );
  return read;
}

/** One of them; undefined for a name that is none. */
export function findGuideByName(name: string): Guide | undefined {
  return readGuides()
    .flatMap(({ guides }) => guides)
    .find((guide) => guide.name === name);
}

/** The changelog as it stands in its file. */
export async function readChangelog(): Promise<string> {
  return await readFile(changelogFile, 'utf8');
}

function readGuide(name: string): Guide {
  const markdown = readFileSync(new URL(`${name}.md`, folder), 'utf8');
  const [, title = name, rest = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  return { name, title: plain(title), description: firstSentence(rest), markdown };
}

function groupGuides(guides: readonly Guide[]): readonly GuideGroup[] {
  const byName = new Map(guides.map((guide) => [guide.name, guide]));
  const named = GROUPS.map(({ title, names }) => ({ title, guides: names.flatMap((name) => byName.get(name) ?? []) }));
  const grouped = new Set(GROUPS.flatMap(({ names }) => names));
  const others = guides.filter(({ name }) => !grouped.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...named, { title: 'More', guides: others }].filter((group) => group.guides.length > 0);
}

/** Of the first paragraph, without markup. */
function firstSentence(text: string): string {
  const paragraph = plain(text.trim().split(/\n\s*\n/)[0] ?? '');
  return /^.*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}

function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

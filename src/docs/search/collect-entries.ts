import { setImmediate as nextTick } from 'node:timers/promises';
import type { App } from '../../context.ts';
import { describeErrors } from '../describe-errors.ts';
import { namesOf } from '../model/field-tree.ts';
import { readChangelog, readGuides } from '../read-guides.ts';
import { readEvents, readOperation, type ReferenceSource } from '../reference-source.ts';
import { splitSections } from './split-sections.ts';

/** A place that can be found. */
export interface SearchEntry {
  /** Where it is, and what it is known by. */
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  /** What is shown below the title. */
  readonly text: string;
  /** Paths, field names, codes: found, not shown. */
  readonly names: string;
}

/** Everything there is to find. Operations are described one at a time: other requests are answered in between. */
export async function collectEntries(app: App, source: ReferenceSource): Promise<readonly SearchEntry[]> {
  const { publicUrl } = app.config;
  const operations: SearchEntry[] = [];
  for (const listed of source.operations) {
    const operation = readOperation(source, listed, publicUrl);
    operations.push({
      id: `/docs/reference/${listed.id}`,
      title: listed.summary,
      kind: `${listed.method} ${listed.path}`,
      text: operation.description,
      names: [
        listed.id,
        listed.path,
        ...new Set(
          namesOf([...operation.pathParameters, ...operation.queryParameters, ...operation.body, ...operation.answer]),
        ),
      ].join(' '),
    });
    await nextTick();
  }
  return [...operations, ...eventsOf(source), ...errorsOf(publicUrl), ...guidesOf(), ...(await changesOf())];
}

function eventsOf(source: ReferenceSource): readonly SearchEntry[] {
  return readEvents(source).events.map(({ name, summary, body }) => ({
    id: `/docs/reference/events#${name}`,
    title: name,
    kind: 'Event',
    text: summary,
    names: namesOf(body).join(' '),
  }));
}

function errorsOf(publicUrl: string): readonly SearchEntry[] {
  return describeErrors(publicUrl).map(({ code, meaning, conditions, keys }) => ({
    id: `/docs/errors#${code}`,
    title: code,
    kind: 'Error',
    text: meaning,
    names: [...keys, ...conditions.map(({ when }) => when)].join(' '),
  }));
}

function guidesOf(): readonly SearchEntry[] {
  return readGuides().flatMap(({ guides }) =>
    guides.flatMap(({ name, title, markdown }) =>
      splitSections(markdown).map((section) => ({
        id: `/docs/guides/${name}${section.anchor === '' ? '' : `#${section.anchor}`}`,
        title: section.title === title ? title : `${title}: ${section.title}`,
        kind: 'Guide',
        text: section.text,
        names: section.code,
      })),
    ),
  );
}

async function changesOf(): Promise<readonly SearchEntry[]> {
  return splitSections(await readChangelog()).map((section) => ({
    id: `/docs/changelog${section.anchor === '' ? '' : `#${section.anchor}`}`,
    title: `Changelog ${section.title}`,
    kind: 'Changelog',
    text: section.text,
    names: '',
  }));
}

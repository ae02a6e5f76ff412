import type { SourceFile } from './files.ts';

/**
 * Words that the glossary (docs/glossary.md) replaces, because each of them once had many meanings here. They are
 * looked for in comments and in identifiers of the product's code, never in texts that customers read.
 */
interface OldWord {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

const IN_COMMENTS: readonly OldWord[] = [
  { pattern: /^The same\b/, instead: 'a sentence that stands alone' },
  { pattern: /\b(whoever|such a one|of such)\b/i, instead: 'the actor by name' },
  { pattern: /\b(told|tells?|telling|teller)\b/i, instead: 'record, report, notify, return, say' },
  { pattern: /\bkept\b/i, instead: 'cached, stored, retained' },
  { pattern: /\b(?<!one |one-|some|any|half)ways\b/i, instead: 'itineraries, directions, methods' },
  { pattern: /\b(in|its|their|whose) turns?\b|\bturns of\b/i, instead: 'slot, tick, share, one after another' },
  { pattern: /\bdesks?\b/i, instead: 'service, adapter, order book, counter' },
  { pattern: /\bstretch(es)?\b/i, instead: 'leg, time slice, range' },
  { pattern: /\bwish(es)?\b/i, instead: 'filter, preference, request' },
  { pattern: /\b(signs? of demand|crooked|beaten|hopeless)\b/i, instead: 'demand signal, indirect, dominated' },
];

const IN_IDENTIFIERS: readonly OldWord[] = [
  { pattern: /\b(tell|told)([A-Z]\w*)?\b|[a-z](Tell|Told|Teller)\b|\b(Told|Teller)/, instead: 'record, report' },
  { pattern: /\bkept([A-Z]\w*)?\b|[a-z]Kept\b|\bKept/, instead: 'cached, stored' },
  {
    pattern: /\b(?!oneWay)\w*[a-z](?<!nder)Ways?\b|\bways?([A-Z]\w*)?\b|\bWays?[A-Z]/,
    instead: 'itinerary, direction',
  },
  { pattern: /\b(?!\w*(pass|key)words)\w*[a-z]Words\b|\b[A-Z]\w+Words\b|\bwords\b/, instead: 'messages, text' },
  { pattern: /\binTurn\b|\bturns\b|\bturn[A-Z]/, instead: 'slot, tick, turnaround' },
  { pattern: /\bdesks?\b|\bdesk[A-Z]|[a-zA-Z]Desk\b/, instead: 'service, order book, counter' },
  { pattern: /\bstretch\w*\b|[a-z]Stretch/, instead: 'leg, slice, range' },
  { pattern: /\b[a-z]*[sS]etting\b/, instead: 'context, config' },
  { pattern: /\b(asking|asked)([A-Z]\w*)?\b|[a-z]Asked\b|[a-zA-Z]Asking\b/, instead: 'request, query' },
  { pattern: /\bquestions?\b|\bquestion[A-Z]|[a-z]Questions?\b/, instead: 'query' },
  { pattern: /\bwish(es)?\b(?!:)|[a-z]Wish(es)?\b|\bwish[A-Z]/, instead: 'filter, preference' },
  { pattern: /\b(fan|trunks?|joints?)\b|\bfan[A-Z]|\bFan[A-Z]/, instead: 'reachable fares, base connection, transfer' },
  { pattern: /\b(crooked|beaten|spares|hopeless)\b/, instead: 'indirect, dominated, alternates' },
  { pattern: /\bnarrowing\w*\b|[a-z]Narrowing\b/, instead: 'filter' },
  { pattern: /\bremembered\w*\b|[a-z]Remembered\b/, instead: 'cached' },
  { pattern: /\bphrases?([A-Z]\w*)?\b|[a-z]Phrases?\b/, instead: 'messages' },
  { pattern: /\b(steadily|distrust\w*|showable\w*|keepUp)\b/, instead: 'what the function does' },
];

/** What tests and benches may not bring back either: their other names are their own. */
const IN_TEST_IDENTIFIERS: readonly OldWord[] = [
  { pattern: /\bdesks?\b|\bdesk[A-Z]|[a-zA-Z]Desk\b/, instead: 'service, order book, counter' },
  {
    pattern: /\b(?!\w*([bB]oth|[oO]ne|[uU]nder)Ways?\b)\w*[a-z]Ways?\b|\bways?([A-Z]\w*)?\b/,
    instead: 'itinerary, direction',
  },
  { pattern: /\bvillage\w*\b|[a-z]Village\b/, instead: 'small world' },
];

/** Columns that keep the names they were made with: renaming one would stop processes of the version before. */
const STORED_NAMES: Readonly<Record<string, RegExp>> = {
  'src/flights/monitors/monitor-store.ts': /\bquestion\b/g,
};

const isJudged = (path: string): boolean =>
  /^(src|simulator|web)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && !/\/(messages|generated)\//.test(path);

const isTest = (path: string): boolean =>
  /^(test|bench)\/.*\.ts$/.test(path) || /^(src|simulator|web)\/.*\.test\.ts$/.test(path);

/** Old words in comments and identifiers of product code and in identifiers of tests, one problem a line. */
export function findOldWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (isTest(file.path)) return findInLines(file.path, separate(file.text).code, IN_TEST_IDENTIFIERS);
    return isJudged(file.path) ? findInFile(file) : [];
  });
}

function findInFile({ path, text }: SourceFile): string[] {
  const { code, comments } = separate(text.replace(STORED_NAMES[path] ?? /$^/, ''));
  return [...findInLines(path, comments, IN_COMMENTS), ...findInLines(path, code, IN_IDENTIFIERS)];
}

function findInLines(path: string, text: string, words: readonly OldWord[]): string[] {
  return text.split('\n').flatMap((line, index) =>
    words.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line.trim()) ?? [];
      return found === undefined ? [] : [`${path}:${index + 1}: "${found}": write ${instead}`];
    }),
  );
}

/** A comment, a quoted text, a regular expression: from here to its end. */
const WHOLE =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=>:[!&|?{;]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** The text of a template, to its end or to what it inserts next. */
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

/** The code and the comments of a file, each with everything else replaced by spaces, line by line. */
function separate(text: string): { readonly code: string; readonly comments: string } {
  let [code, comments] = ['', ''];
  /** Open braces of each template that the scan is inside of. */
  const insertions: number[] = [];
  const take = (part: string, kind: 'code' | 'comment' | 'text'): void => {
    code += kind === 'code' ? part : blank(part);
    comments += kind === 'comment' ? withoutMarks(part) : blank(part);
  };
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const depth = insertions.at(-1);
    let part = char;
    if (char === '`' || (char === '}' && depth === 0)) {
      part += matchAt(TEMPLATE, text, at + 1);
      if (char === '}') insertions.pop();
      if (part.endsWith('${')) insertions.push(0);
      take(part, 'text');
    } else {
      part = matchAt(WHOLE, text, at) || char;
      if (depth !== undefined && (part === '{' || part === '}'))
        insertions[insertions.length - 1] = depth + (part === '{' ? 1 : -1);
      take(part, part === char ? 'code' : /^\/[/*]/.test(part) ? 'comment' : 'text');
    }
    at += part.length;
  }
  return { code, comments };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
const withoutMarks = (comment: string): string =>
  comment.replace(/^(\s*)(\/\*\*?|\*\/|\*|\/\/)/gm, '$1').replace('*/', '');

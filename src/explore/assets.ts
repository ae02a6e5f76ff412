import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that the page loads. */
interface ExploreAsset {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Strong, of the text. */
  readonly etag: string;
}

/** Everything the page loads, under one version. */
export interface ExploreAssets {
  /** Of all files together: another text means another address. */
  readonly version: string;
  readonly files: ReadonlyMap<string, ExploreAsset>;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Characters of a hash that are enough to distinguish two versions. */
const hashLength = 16;

const webFolder = new URL('../../web/explore/', import.meta.url);
const browserFolder = new URL('browser/', webFolder);
/**
 * By the name they are asked for: what their packages publish for browsers, distinguished from what the package
 * resolves to.
 */
const LIBRARIES = {
  'd3.js': { entry: 'd3', file: './d3.min.js', contentType: SCRIPT },
  'plot.js': { entry: '@observablehq/plot', file: '../dist/plot.umd.min.js', contentType: SCRIPT },
  'topojson-client.js': { entry: 'topojson-client', file: './topojson-client.min.js', contentType: SCRIPT },
  'world.json': { entry: 'world-atlas/countries-110m.json', file: './countries-110m.json', contentType: JSON_TYPE },
} as const;

let retained: ExploreAssets | undefined;

/**
 * The files of the page, read and stripped of their types at the first call (some 50 ms, 0.7 MB); the same object from
 * then on.
 */
export function readExploreAssets(): ExploreAssets {
  retained ??= readAssets();
  return retained;
}

function readAssets(): ExploreAssets {
  const require = createRequire(import.meta.url);
  const files = new Map<string, ExploreAsset>([
    ['explore.css', makeAsset(readFileSync(new URL('explore.css', webFolder), 'utf8'), STYLE)],
    ...Object.entries(LIBRARIES).map(([name, { entry, file, contentType }]) => {
      const path = new URL(file, pathToFileURL(require.resolve(entry)));
      return [name, makeAsset(readFileSync(path, 'utf8'), contentType)] as const;
    }),
    ...readBrowserCode(),
  ]);
  const version = hashOf([...files].map(([name, { etag }]) => `${name} ${etag}`).join('\n'));
  return { version, files };
}

/**
 * Node strips the types of the browser's code as it does of the server's: what is left stands where it stood. Browsers
 * get all files in one folder, whatever sub-folder they lie in here.
 */
function readBrowserCode(): readonly (readonly [string, ExploreAsset])[] {
  const names = readdirSync(browserFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.endsWith('.test.ts'))
    .sort();
  return withoutExperimentalWarning(() =>
    names.map((name) => {
      const code = stripTypeScriptTypes(readFileSync(new URL(name, browserFolder), 'utf8'));
      return [
        scriptName(name),
        makeAsset(code.replace(/from '(?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+)\.ts'/g, "from './$1.js'"), SCRIPT),
      ] as const;
    }),
  );
}

/**
 * Node calls the function experimental on standard error at its first use; the log of a service is no place for that.
 */
function withoutExperimentalWarning<T>(run: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function scriptName(name: string): string {
  return basename(name).replace(/\.ts$/, '.js');
}

function makeAsset(text: string, contentType: string): ExploreAsset {
  return { bytes: Buffer.from(text), contentType, etag: `"${hashOf(text)}"` };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, hashLength);
}

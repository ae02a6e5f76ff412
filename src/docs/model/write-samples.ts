import { flagOf } from '../../cli/model/fields.ts';

/** A request as it is written in each language. */
export interface SampleRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly isOpen: boolean;
  /** The command line has a command for it. */
  readonly hasCommand: boolean;
  readonly hasBody: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** With values of the type that the contract names. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A longer line of a literal is broken. */
const widthMax = 72;
const keyVariable = '$BLY_API_KEY';

/** A request to paste into a shell. */
export function writeCurl(request: SampleRequest, publicUrl: string): string {
  const { method, isOpen, hasBody, body, query } = request;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const address = `${publicUrl}${fillPath(request)}${search.size === 0 ? '' : `?${search}`}`;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(isOpen ? [] : [`-H "X-API-Key: ${keyVariable}"`]),
    ...(hasBody
      ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body ?? {}, undefined, 2))}`]
      : []),
  ].join(' \\\n  ');
}

/** The call with `@bly/client`: path, query and body are one flat object. */
export function writeTypeScript(request: SampleRequest): string {
  const { params, query, body, operationId } = request;
  const input = { ...params, ...query, ...body };
  const name = operationId.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return [
    "import { createBly } from '@bly/client';",
    '',
    'const bly = createBly(); // BLY_URL and BLY_API_KEY of the environment',
    `const answer = await bly.${name}(${Object.keys(input).length === 0 ? '' : literal(input, '')});`,
  ].join('\n');
}

/** The call by the command line; undefined where it has no command. */
export function writeCommand(request: SampleRequest): string | undefined {
  const { hasCommand, operationId, params, query, body = {} } = request;
  if (!hasCommand) return undefined;
  const fits = Object.values(body).every(isPlain);
  const options = Object.entries({ ...params, ...query, ...(fits ? body : {}) }).flatMap(([name, value]) =>
    optionsOf(value).map((one) => `${flagOf([name])} ${quoteWhereNeeded(one)}`),
  );
  const name = `bly ${operationId.replaceAll('_', '-')}`;
  const parts = [name, ...options, ...(fits ? [] : ["--json-body - <<'JSON'"])];
  const oneLine = parts.join(' ');
  const command = oneLine.length <= widthMax ? oneLine : parts.join(' \\\n  ');
  return fits ? command : `${command}\n${JSON.stringify(body, undefined, 2)}\nJSON`;
}

/** A value that an option takes as it is: a text, a number, a yes or no, or a list of them. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => typeof entry !== 'object');
  return typeof value !== 'object' && String(value).length <= widthMax;
}

/** A list of texts is an option for each; numbers in a list stay numbers as JSON. */
function optionsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [String(value)];
  return value.every((entry) => typeof entry === 'string') ? value : [JSON.stringify(value)];
}

function fillPath({ path, params }: SampleRequest): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteWhereNeeded(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}

/** A value as source text, on one line where it fits. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry) => literal(entry, inner))
    : Object.entries(value).map(([key, each]) => `${keyOf(key)}: ${literal(each, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = entries.length === 0 ? (isList ? '[]' : '{}') : `${open}${entries.join(', ')}${close}`;
  if (line.length + indent.length <= widthMax && !line.includes('\n')) return line;
  return `${open.trim()}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close.trim()}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
}

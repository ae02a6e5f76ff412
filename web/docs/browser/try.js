// @ts-check
/**
 * "Try it" on the reference: adds a form to each operation, filled from the served OpenAPI document when it is first
 * opened. The key stays in this tab (sessionStorage) and is sent to this server only. Nothing is written as markup,
 * only as text.
 */

/** @typedef {Readonly<Record<string, unknown>>} Data */
/** @typedef {{ name: string, place: string, isRequired: boolean, schema: Data, description: string }} Parameter */
/**
 * @typedef {{ id: string, method: string, path: string, parameters: readonly Parameter[], body: string | undefined,
 * takesKey: boolean, takesIdempotencyKey: boolean, isForUsers: boolean }} Operation
 */
/** @typedef {{ url: string, method: string, headers: Record<string, string>, body: string | undefined }} Call */
/**
 * @typedef {{ operation: Operation, form: HTMLFormElement, outcome: HTMLElement, answer: HTMLElement, send:
 * HTMLButtonElement, running: AbortController | undefined }} Trial
 */

const KEY_NAME = 'bly.docs.key';
/** Longer answers are cut on the page: text beyond this slows browsers down and is read by nobody. */
const shownCharactersMax = 200_000;
/** A search of slow suppliers takes at most a few seconds; after this the server is not answering. */
const waitSecondsMax = 60;
const bodyRowsMax = 24;
const TOLD_HEADERS = [
  'X-Request-ID',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
];
/** What to do next, where the answer itself cannot know that it is read here. */
const HINTS = /** @type {Readonly<Record<number, string>>} */ ({
  401: 'Check the API key above.',
  403: 'The credential above does not have the right for this.',
  429: 'Wait as many seconds as RateLimit-Reset says, then send again.',
});

/** @type {Promise<Data> | undefined} */
let loading;

for (const entry of document.querySelectorAll('section.entry[aria-labelledby]'))
  addButton(entry, entry.getAttribute('aria-labelledby') ?? '');

/** @param {Element} entry @param {string} operationId */
function addButton(entry, operationId) {
  const title = entry.querySelector('h3')?.textContent ?? operationId;
  const button = make(
    'button',
    { type: 'button', class: 'try-open', 'aria-expanded': 'false', 'aria-label': `Try it: ${title}` },
    'Try it',
  );
  const place = make('div', { class: 'try' }, button);
  button.addEventListener('click', () => void openOrClose(place, button, operationId));
  entry.querySelector('pre')?.after(place);
}

/** @param {HTMLElement} place @param {HTMLButtonElement} button @param {string} operationId */
async function openOrClose(place, button, operationId) {
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  const form = place.querySelector('form');
  if (form) {
    form.hidden = isOpen;
    return;
  }
  if (isOpen) return;
  place.querySelector('.try-problem')?.remove();
  try {
    const operation = readOperation(await loadDocument(), operationId);
    // Two quick presses both come here: the first makes the form.
    if (!place.querySelector('form')) place.append(makeForm(operation));
  } catch {
    loading = undefined;
    button.setAttribute('aria-expanded', 'false');
    place.append(
      make(
        'p',
        { class: 'try-problem', role: 'alert' },
        'The description of this operation could not be loaded. Is the server running?',
      ),
    );
  }
}

/** @returns {Promise<Data>} */
function loadDocument() {
  loading ??= fetch('/v1/openapi.json', { credentials: 'omit' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return recordOf(await answer.json());
  });
  return loading;
}

/** @param {Data} whole @param {string} operationId @returns {Operation} */
function readOperation(whole, operationId) {
  const all = Object.entries(recordOf(whole['paths'])).flatMap(([path, item]) =>
    Object.entries(recordOf(item)).map(([method, operation]) => ({ path, method, operation: recordOf(operation) })),
  );
  const found = all.find(({ operation }) => operation['operationId'] === operationId);
  if (!found) throw new Error(`no operation ${operationId}`);
  const { path, method, operation } = found;
  const written = listOf(operation['parameters']);
  const content = recordOf(recordOf(recordOf(operation['requestBody'])['content'])['application/json']);
  const security = operation['security'] === undefined ? undefined : listOf(operation['security']).map(recordOf);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters: written
      .map(recordOf)
      .filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query')
      .map((parameter) => ({
        name: textOf(parameter['name']),
        place: textOf(parameter['in']),
        isRequired: parameter['required'] === true,
        schema: recordOf(parameter['schema']),
        description: textOf(parameter['description']),
      })),
    body: operation['requestBody'] === undefined ? undefined : JSON.stringify(content['example'] ?? {}, undefined, 2),
    takesKey: security === undefined || security.length > 0,
    isForUsers: security !== undefined && security.length > 0 && !security.some((way) => 'ApiKey' in way),
    takesIdempotencyKey: written.some((parameter) => textOf(recordOf(parameter)['$ref']).endsWith('/IdempotencyKey')),
  };
}

/** @param {Operation} operation */
function makeForm(operation) {
  const outcome = make('p', { class: 'try-outcome', role: 'status' });
  const answer = make('div', { class: 'try-answer' });
  const send = make('button', { type: 'submit', class: 'try-send' }, 'Send');
  const form = make('form', {
    class: 'try-form',
    novalidate: '',
    autocomplete: 'off',
    'aria-label': `${operation.method} ${operation.path}`,
  });
  /** @type {Trial} */
  const trial = { operation, form, outcome, answer, send, running: undefined };
  if (operation.takesKey) form.append(makeKeyField(operation));
  for (const parameter of operation.parameters) form.append(makeParameter(operation, parameter));
  if (operation.body !== undefined) form.append(makeBody(operation, operation.body));
  if (operation.takesIdempotencyKey) form.append(makeIdempotencyKey(operation));
  form.append(make('div', { class: 'try-row' }, send), makeCurl(trial), outcome, answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (trial.running) trial.running.abort();
    else void sendCall(trial);
  });
  form.addEventListener('input', () => showCurl(trial));
  showCurl(trial);
  return form;
}

/** @param {Operation} operation */
function makeKeyField(operation) {
  const id = `try-${operation.id}-key`;
  const input = make('input', {
    id,
    name: 'key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `${id}-hint`,
  });
  input.value = readKey();
  input.addEventListener('input', () => keepKey(input.value, input));
  const show = make('button', { type: 'button', 'aria-pressed': 'false' }, 'Show');
  show.addEventListener('click', () => {
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(!isShown));
  });
  const forget = make('button', { type: 'button' }, 'Forget');
  forget.addEventListener('click', () => {
    keepKey('', undefined);
    input.focus();
  });
  const words = operation.isForUsers
    ? 'This operation is for signed-in users: paste the access token of one (bly login); an API key is refused.'
    : 'The first start of the sandbox prints one or names its file; npm run bly -- admin create-key --name docs makes another.';
  return makeField(
    {
      id,
      label: operation.isForUsers ? 'Access token' : 'API key',
      hint: `${words} It stays in this tab and is sent to this server only.`,
    },
    make('div', { class: 'try-row' }, input, show, forget),
  );
}

/** @param {Operation} operation @param {Parameter} parameter */
function makeParameter(operation, parameter) {
  const { name, schema, isRequired, place, description } = parameter;
  const id = `try-${operation.id}-${place}-${name}`;
  const words = schema['type'] === 'boolean' ? ['true', 'false'] : listOf(schema['enum']).map(String);
  const attributes = {
    id,
    name: `${place}:${name}`,
    ...(isRequired ? { 'aria-required': 'true' } : {}),
    ...(description ? { 'aria-describedby': `${id}-hint` } : {}),
  };
  const input =
    words.length > 0
      ? make(
          'select',
          attributes,
          ...['', ...words].map((word) => make('option', { value: word }, word === '' ? 'not sent' : word)),
        )
      : make('input', {
          ...attributes,
          type: 'text',
          autocomplete: 'off',
          spellcheck: 'false',
          value: isRequired ? textOf(listOf(schema['examples'])[0]) : '',
          placeholder: schema['default'] === undefined ? '' : String(schema['default']),
        });
  return makeField({ id, label: name, mark: `${place}${isRequired ? ', required' : ''}`, hint: description }, input);
}

/** @param {Operation} operation @param {string} example */
function makeBody(operation, example) {
  const id = `try-${operation.id}-body`;
  const input = make('textarea', {
    id,
    name: 'body',
    spellcheck: 'false',
    autocapitalize: 'off',
    rows: String(Math.min(bodyRowsMax, example.split('\n').length + 1)),
  });
  input.value = example;
  const again = make('button', { type: 'button' }, 'Put the example back');
  again.addEventListener('click', () => {
    input.value = example;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return makeField({ id, label: 'Body', mark: 'JSON', hint: '' }, input, make('div', { class: 'try-row' }, again));
}

/** @param {Operation} operation */
function makeIdempotencyKey(operation) {
  const id = `try-${operation.id}-idempotency`;
  const input = make('input', {
    id,
    name: 'idempotency',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `${id}-hint`,
  });
  const fresh = make('button', { type: 'button' }, 'New key');
  fresh.addEventListener('click', () => {
    input.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return makeField(
    {
      id,
      label: 'Idempotency-Key',
      mark: 'header',
      hint: 'Send twice with the same key: the second answer is the first one, and nothing is done again.',
    },
    make('div', { class: 'try-row' }, input, fresh),
  );
}

/** @param {{ id: string, label: string, mark?: string, hint: string }} facts @param {...HTMLElement} controls */
function makeField({ id, label, mark, hint }, ...controls) {
  const name = make('label', { for: id }, label);
  if (mark) name.append(' ', make('small', {}, mark));
  const field = make('div', { class: 'try-field' }, name, ...controls);
  if (hint) field.append(make('p', { id: `${id}-hint`, class: 'note' }, hint.replaceAll('`', '')));
  return field;
}

/** @param {Trial} trial */
function makeCurl(trial) {
  const { id } = trial.operation;
  const box = make('input', { id: `try-${id}-masked`, name: 'withKey', type: 'checkbox' });
  const code = make('code', { class: 'try-curl' });
  const told = make('span', { class: 'note', role: 'status' });
  const copy = make('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      told.textContent = 'Copied.';
    } catch {
      // Without https or without leave there is no clipboard: the text is selected, and the person copies it.
      getSelection()?.selectAllChildren(code);
      told.textContent = 'Selected: copy it with the keyboard.';
    }
  });
  return make(
    'details',
    { class: 'try-as-curl' },
    make('summary', {}, 'The same call as curl'),
    make('pre', { tabindex: '0' }, code),
    make(
      'div',
      { class: 'try-row' },
      copy,
      ...(trial.operation.takesKey ? [make('label', { for: box.id, class: 'try-check' }, box, ' with my key')] : []),
      told,
    ),
  );
}

/** @param {Trial} trial */
function showCurl({ operation, form }) {
  const code = form.querySelector('.try-curl');
  if (!code) return;
  const call = callOf(operation, form);
  const isMasked = !form.querySelector('input[name=withKey]:checked');
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(call.url)}`];
  for (const [name, value] of Object.entries(call.headers)) {
    if (name === 'Accept') continue;
    lines.push(
      name === 'Authorization' && isMasked
        ? '-H "Authorization: Bearer $BLY_API_KEY"'
        : `-H ${quoted(`${name}: ${value}`)}`,
    );
  }
  if (operation.takesKey && isMasked && !call.headers['Authorization'])
    lines.push('-H "Authorization: Bearer $BLY_API_KEY"');
  if (call.body !== undefined) lines.push(`-d ${quoted(call.body)}`);
  code.textContent = lines.join(' \\\n  ');
}

/** A text as one word of a shell. @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {Operation} operation @param {HTMLFormElement} form @returns {Call} */
function callOf(operation, form) {
  const given = new FormData(form);
  /** @param {string} name */
  const sent = (name) => textOf(given.get(name)).trim();
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (whole, /** @type {string} */ name) => encodeURIComponent(sent(`path:${name}`)) || whole,
  );
  const query = operation.parameters
    .filter(({ place, name }) => place === 'query' && sent(`query:${name}`) !== '')
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(sent(`query:${name}`))}`);
  const [key, idempotency] = [sent('key'), sent('idempotency')];
  const body = operation.body === undefined ? undefined : textOf(given.get('body'));
  return {
    url: `${location.origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    method: operation.method,
    body,
    // Operations that can stream answer whole to who asks for JSON.
    headers: {
      Accept: 'application/json',
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...(idempotency ? { 'Idempotency-Key': idempotency } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  };
}

/**
 * What is wrong with a form before anything is sent. @param {Trial} trial @returns {{ control: string, problem: string
 * } | undefined}
 */
function findProblem({ operation, form }) {
  const given = new FormData(form);
  const missing = operation.parameters.find(
    ({ name, place, isRequired }) => isRequired && textOf(given.get(`${place}:${name}`)).trim() === '',
  );
  if (missing)
    return {
      control: `${missing.place}:${missing.name}`,
      problem: `${missing.name} is needed${missing.place === 'path' ? ': it stands in the path' : ''}.`,
    };
  for (const [control, label] of [
    ['key', 'The key'],
    ['idempotency', 'The Idempotency-Key'],
  ]) {
    if (control && /[^\x20-\x7e]/.test(textOf(given.get(control))))
      return { control, problem: `${label} holds characters that no header can carry.` };
  }
  if (operation.body === undefined) return undefined;
  try {
    JSON.parse(textOf(given.get('body')) || '{}');
    return undefined;
  } catch (error) {
    return {
      control: 'body',
      problem: `The body is not JSON: ${error instanceof Error ? error.message : String(error)}. Nothing was sent.`,
    };
  }
}

/** @param {Trial} trial */
async function sendCall(trial) {
  const { form, outcome, answer, send } = trial;
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  answer.replaceChildren();
  const wrong = findProblem(trial);
  if (wrong) {
    const control = form.querySelector(`[name="${wrong.control}"]`);
    control?.setAttribute('aria-invalid', 'true');
    tell(outcome, wrong.problem, true);
    if (control instanceof HTMLElement) control.focus();
    return;
  }
  const running = new AbortController();
  trial.running = running;
  send.textContent = 'Stop';
  tell(outcome, 'Sending…', false);
  const timer = setTimeout(() => running.abort(), waitSecondsMax * 1_000);
  try {
    await showOutcome(trial, callOf(trial.operation, form), running.signal);
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError';
    tell(
      outcome,
      isStopped
        ? 'Stopped: no answer was waited for. A write may still have been done.'
        : 'No answer came: the server cannot be reached, or the connection broke. Is it running?',
      true,
    );
  } finally {
    clearTimeout(timer);
    trial.running = undefined;
    send.textContent = 'Send';
  }
}

/** @param {Trial} trial @param {Call} call @param {AbortSignal} signal */
async function showOutcome({ outcome, answer }, call, signal) {
  const startedAt = performance.now();
  // No cookies: what is answered depends on the key above and on nothing else.
  const response = await fetch(call.url, {
    method: call.method,
    headers: call.headers,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    signal,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - startedAt);
  const body = parsed(text);
  const error = recordOf(recordOf(body)['error']);
  const code = textOf(error['code']);
  const hint = HINTS[response.status];
  tell(
    outcome,
    [
      `${response.status}${response.statusText ? ` ${response.statusText}` : ''} in ${milliseconds} ms.`,
      textOf(error['message']),
      hint ?? '',
    ]
      .filter(Boolean)
      .join(' '),
    !response.ok,
  );
  if (code)
    answer.append(make('p', { class: 'note' }, 'What it means: ', make('a', { href: `/docs/errors#${code}` }, code)));
  const fields = [...listOf(recordOf(body)['fields']), ...listOf(recordOf(body)['missing'])].map(recordOf);
  if (fields.length > 0)
    answer.append(
      make(
        'ul',
        { class: 'bullets' },
        ...fields.map((field) =>
          make('li', {}, make('code', {}, textOf(field['path'])), ` ${textOf(field['problem'])}`),
        ),
      ),
    );
  const told = TOLD_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [make('div', {}, make('dt', {}, name), make('dd', {}, value))];
  });
  answer.append(
    make('dl', { class: 'try-headers' }, ...told),
    ...showText(body === undefined ? text : JSON.stringify(body, undefined, 2)),
  );
}

/** @param {string} text @returns {readonly HTMLElement[]} */
function showText(text) {
  if (text === '') return [make('p', { class: 'note' }, 'The answer has no body.')];
  const shown = text.slice(0, shownCharactersMax);
  const cut =
    text.length > shown.length
      ? [
          make(
            'p',
            { class: 'note' },
            `The first ${shown.length.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters. Use curl for the whole answer.`,
          ),
        ]
      : [];
  return [
    ...cut,
    make('pre', { tabindex: '0', role: 'region', 'aria-label': 'Answer', class: 'try-text' }, make('code', {}, shown)),
  ];
}

/** @param {HTMLElement} outcome @param {string} words @param {boolean} isBad */
function tell(outcome, words, isBad) {
  outcome.textContent = words;
  outcome.classList.toggle('try-problem', isBad);
}

function readKey() {
  try {
    return sessionStorage.getItem(KEY_NAME) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps the key for this tab and writes it into every open form but the one it was typed in. @param {string} key @param
 * {HTMLInputElement | undefined} typedIn
 */
function keepKey(key, typedIn) {
  try {
    if (key === '') sessionStorage.removeItem(KEY_NAME);
    else sessionStorage.setItem(KEY_NAME, key);
  } catch {
    // Storage is switched off: the key lives in the fields alone.
  }
  for (const input of document.querySelectorAll('input[name=key]')) {
    if (!(input instanceof HTMLInputElement) || input === typedIn) continue;
    input.value = key;
    // The curl of that form shows it as well; its own listener on the field would come back here.
    input.form?.dispatchEvent(new Event('input'));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Name @param {Name} name @param {Readonly<Record<string, string>>} attributes
 * @param {...(Node | string)} children
 */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {Data} */
function recordOf(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** @param {unknown} value @returns {readonly unknown[]} */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {unknown} value */
function textOf(value) {
  return typeof value === 'string' ? value : '';
}

// @ts-check
/** The form of one operation: key, parameters, body, Idempotency-Key, and the call as curl. */

/** @import { Operation, Parameter } from './try-operation.js' */
/** @import { Trial } from './try-send.js' */

import { callOf } from './try-call.js';
import { listOf, make, textOf } from './try-dom.js';
import { keepKey, readKey } from './try-key.js';
import { sendCall } from './try-send.js';

const bodyRowsMax = 24;

/** @param {Operation} operation */
export function makeForm(operation) {
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

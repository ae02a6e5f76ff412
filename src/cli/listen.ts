import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import { EVENT_TYPES } from '../webhooks/model/event-types.ts';
import { newSecret, signAttempt } from '../webhooks/signature.ts';
import { callService, parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { addConnectionOptions, callAs, connect, type Connection, type ConnectionOptions } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import { Feed } from './model/feed.ts';
import { textOf } from './model/cells.ts';
import { changeProfiles, withProfile } from './profiles.ts';
import { isJsonWanted, type OutputOptions, showFailure } from './show-answer.ts';
import { styled } from './style.ts';

/**
 * Reading events costs neither credits nor quota. Right after an event the feed is read often, in silence less and
 * less.
 */
const pollFirstMs = 2_000;
const pollLastMs = 5_000;
const pollGrowth = 1.25;
const pageLimit = 100;
const pagesMax = 50;
/** As long as a real delivery waits for an answer. */
const forwardTimeoutMs = 10_000;
/** Attempts of one event, and the waits before the second and the third. */
const RETRY_WAITS_MS = [1_000, 5_000] as const;

const EventShape = z.looseObject({
  event: z.string(),
  event_id: z.string(),
  occurred_at: z.string(),
  status: z.string().optional(),
  booking_ref: z.string().optional(),
  monitor_id: z.string().optional(),
});
/** What is forwarded is the event as the service wrote it, its fields in their order. */
const FeedPage = z.looseObject({
  events: z.array(z.unknown().transform((raw) => ({ ...EventShape.parse(raw), text: JSON.stringify(raw) }))),
  next_page_token: z.string().optional(),
});
type FeedEvent = z.infer<typeof FeedPage>['events'][number];

interface ListenOptions extends ConnectionOptions, OutputOptions {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly since?: string;
  readonly secret?: string;
  readonly printSecret?: boolean;
}
interface Listener {
  readonly connection: Connection;
  readonly options: ListenOptions;
  readonly secret: string;
  readonly types: ReadonlySet<string> | undefined;
}

/** Adds `listen`: events as they happen, and to a local address, signed as the service signs them. */
export function addListenCommand(program: Command): void {
  addConnectionOptions(
    program
      .command('listen')
      .description('print events as they happen and forward them to a local address, signed like real deliveries'),
  )
    .option('--forward-to <address>', 'http address to POST each event to')
    .option('--events <list>', `comma-separated: ${EVENT_TYPES.join(', ')} (default: all)`)
    .option(
      '--since <instant>',
      'begin with events that occurred since then, like 2027-02-05T00:00:00Z (default: only new ones)',
    )
    .option('--secret <whsec_…>', 'sign with this secret (default: one made for this profile and kept)')
    .option('--print-secret', 'print the signing secret and end')
    .option('--json', 'one JSON object a line')
    .action(listen);
}

async function listen(options: ListenOptions): Promise<void> {
  checkOptions(options);
  const connection = await connect(options);
  const secret = options.secret ?? (await secretOf(connection));
  if (options.printSecret === true) {
    console.log(secret);
    return;
  }
  const types =
    options.events === undefined ? undefined : new Set(options.events.split(',').map((type) => type.trim()));
  const listener: Listener = { connection, options, secret, types };
  const feed = new Feed<FeedEvent>();
  feed.take(await readFeed(connection, feed, undefined));
  console.error(
    `Listening at ${connection.url}${options.forwardTo === undefined ? '' : `, forwarding to ${options.forwardTo}`}. Ctrl-C ends it.`,
  );
  if (options.forwardTo !== undefined) console.error(`Signing secret: ${secret}`);
  if (options.since !== undefined) await catchUp(listener, feed, options.since);
  await follow(listener, feed);
}

function checkOptions({ events, forwardTo, since, secret }: ListenOptions): void {
  const refuse = (message: string): never => {
    throw new CommandFailure(message, { exitCode: EXIT.usage });
  };
  const known: readonly string[] = EVENT_TYPES;
  const unknown = (events ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '' && !known.includes(type));
  if (unknown.length > 0) refuse(`--events: ${unknown.join(', ')} is no event. Events: ${EVENT_TYPES.join(', ')}`);
  if (forwardTo !== undefined && !(URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol)))
    refuse(`--forward-to: ${forwardTo} is no address like http://localhost:3000/webhooks`);
  if (since !== undefined && !z.iso.datetime({ offset: true }).safeParse(since).success)
    refuse('--since: this is no instant like 2027-02-05T00:00:00Z');
  if (secret !== undefined && !/^whsec_[0-9A-Za-z+/]+={0,2}$/.test(secret))
    refuse('--secret: must be whsec_ and base64');
}

/** Stable for a profile, so that a receiver is configured once. */
async function secretOf({ profile, url }: Connection): Promise<string> {
  return await changeProfiles(async (profiles) => {
    const stored = profiles.profiles[profile] ?? { url };
    const listen_secret = stored.listen_secret ?? newSecret();
    return { profiles: withProfile(profiles, profile, { ...stored, listen_secret }), result: listen_secret };
  });
}

/** What has happened since then. Read after the feed has begun, so that nothing falls between the two. */
async function catchUp(listener: Listener, feed: Feed<FeedEvent>, since: string): Promise<void> {
  const missed = await readFeed(listener.connection, feed, since);
  feed.take(missed);
  await reportAll(listener, missed.toReversed());
}

/** Looks for ever; what passes by itself (a restart, a limit) is waited out. */
async function follow(listener: Listener, feed: Feed<FeedEvent>): Promise<never> {
  let pauseMs = pollFirstMs;
  for (;;) {
    await wait(pauseMs);
    const seen = await readFeed(listener.connection, feed, undefined).catch((error: unknown) => {
      const isPassing =
        error instanceof CommandFailure &&
        (error.exitCode === EXIT.unreachable ||
          error.exitCode === EXIT.upstream ||
          error.message.startsWith('RATE_LIMITED'));
      if (!isPassing) throw error;
      console.error(`${error.message.split('\n')[0]} Trying again in ${pollLastMs / 1_000} s.`);
      return undefined;
    });
    const fresh = feed.take(seen ?? []);
    await reportAll(listener, fresh);
    pauseMs =
      seen === undefined ? pollLastMs : fresh.length > 0 ? pollFirstMs : Math.min(pollLastMs, pauseMs * pollGrowth);
  }
}

/**
 * The feed from its newest event: back to `since` where it is given, at first one page, later back to an event
 * that is known.
 */
async function readFeed(
  connection: Connection,
  feed: Feed<FeedEvent>,
  since: string | undefined,
): Promise<readonly FeedEvent[]> {
  const events: FeedEvent[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({
      limit: String(pageLimit),
      ...(since === undefined ? {} : { since }),
      ...(pageToken === undefined ? {} : { page_token: pageToken }),
    });
    const answer = await callAs(connection, { method: 'GET', path: `/v1/events?${query.toString()}` });
    if (answer.status !== 200) throw showFailure(answer);
    const read = FeedPage.parse(parseJson(answer.text));
    events.push(...read.events);
    pageToken = read.next_page_token;
    if (pageToken === undefined || (since === undefined && (!feed.hasBegun || feed.reaches(read.events)))) break;
  }
  return events;
}

async function reportAll(listener: Listener, events: readonly FeedEvent[]): Promise<void> {
  for (const event of events) {
    if (listener.types !== undefined && !listener.types.has(event.event)) continue;
    print(listener.options, event);
    if (listener.options.forwardTo !== undefined) await forward(listener, event, listener.options.forwardTo);
  }
}

function print(options: OutputOptions, event: FeedEvent): void {
  if (isJsonWanted(options)) {
    console.log(event.text);
    return;
  }
  const subject = event.booking_ref ?? event.monitor_id;
  console.log(
    `${styled('dim', event.occurred_at)}  ${styled('bold', textOf(event.event))}  ${textOf(subject)}  ${textOf(event.status)}  ${styled('dim', textOf(event.event_id))}`,
  );
}

/** As a delivery goes: the thin payload, both families of headers, anything but 2xx is a failure and is tried again. */
async function forward({ secret }: Listener, event: FeedEvent, address: string): Promise<void> {
  const body = event.text;
  for (let attempt = 1; attempt <= RETRY_WAITS_MS.length + 1; attempt += 1) {
    const signed = signAttempt({
      secret,
      previousSecrets: [],
      attempt,
      attemptId: `cli-${event.event_id}-${attempt}`,
      eventId: event.event_id,
      body,
      at: new Date(),
    });
    const outcome = await callService({
      url: address,
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json', 'user-agent': 'bly-cli' },
      body,
      timeoutMs: forwardTimeoutMs,
    }).then(
      ({ status }) => ({ isTaken: status >= 200 && status < 300, texts: String(status) }),
      (error: unknown) => ({
        isTaken: false,
        texts: error instanceof Error ? (error.message.split('. Is it')[0] ?? '') : 'no answer',
      }),
    );
    const pauseMs = RETRY_WAITS_MS[attempt - 1];
    const next = outcome.isTaken ? '' : pauseMs === undefined ? ', given up' : `, again in ${pauseMs / 1_000} s`;
    console.error(`  → POST ${address}  ${outcome.texts}${next}  ${event.event_id}`);
    if (outcome.isTaken || pauseMs === undefined) return;
    await wait(pauseMs);
  }
}

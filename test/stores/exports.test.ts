import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportForAdmin } from '../../src/exports/export-for-admin.ts';
import { findSettledSequence } from '../../src/exports/settled.ts';
import { createFolderSink } from '../../src/exports/sinks/folder-sink.ts';
import { openSink } from '../../src/exports/sinks/open-sink.ts';
import type { Sink } from '../../src/exports/sinks/sink.ts';
import { writeFiles } from '../../src/exports/write-files.ts';
import type { Handle } from '../../src/platform/db/db.ts';
import { CARD_OK, CONTACT, makeCheckout, NELLIE } from '../support/faults/trip-journeys.ts';
import { startS3Stub } from '../support/servers/s3-stub.ts';
import { startService, type TestService } from '../support/service/service.ts';

const signal = new AbortController().signal;
const KEYS = { region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination: 'QAG' });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
});
afterAll(() => service.close());

const newFolder = () => mkdtempSync(join(tmpdir(), 'bly-export-'));
const write = (sink: Sink, format: 'ndjson' | 'parquet' = 'ndjson') =>
  writeFiles({ db: service.app.db, clock: service.app.clock, sink, format }, signal);

/** A folder that stops the process, so to speak, beside a put. */
function killed(folder: string, when: 'before' | 'after'): Sink {
  const sink = createFolderSink(folder);
  return {
    name: sink.name,
    async put(name, bytes) {
      if (when === 'after') await sink.put(name, bytes);
      throw new Error('killed');
    },
  };
}

type Line = Readonly<Record<string, unknown>>;
const filesOf = (folder: string, stream: string) =>
  readdirSync(join(folder, stream))
    .sort()
    .map((name) => join(folder, stream, name));
const linesOf = (folder: string, stream: string): readonly Line[] =>
  filesOf(folder, stream).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );

async function sequencesOf(table: string): Promise<readonly number[]> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from ${sql.table(table)} order by sequence`.execute(service.app.db.q);
  return rows.map(({ sequence }) => sequence);
}

/** One more transfer, as its own transaction or a part of another. */
const insertTransfer = (h: Handle, reference: string) =>
  sql`
  insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency)
  values ('org_export', 'trip_export', 'quote', ${reference}, 1, ${`ent_${reference}`}, now(), 'a', 'b', 1, 'EUR')`.execute(
    h.q,
  );

test('each event is in the files exactly once, wherever the process was killed between; nobody is named in them', async () => {
  const folder = newFolder();
  await expect(write(killed(folder, 'before'))).rejects.toThrow('killed');
  await expect(write(killed(folder, 'after'))).rejects.toThrow('killed');
  const first = await write(createFolderSink(folder));
  expect(first.files).toBe(2);
  expect(await write(createFolderSink(folder))).toEqual({ files: 0, rows: 0 });
  expect(linesOf(folder, 'ledger').map(({ sequence }) => sequence)).toEqual(await sequencesOf('ledger_transfer'));

  await insertTransfer(service.app.db, 'second');
  await expect(write(killed(folder, 'after'))).rejects.toThrow('killed');
  // What comes meanwhile is for the next file: the one that was committed to does not change.
  await insertTransfer(service.app.db, 'third');
  expect((await write(createFolderSink(folder))).files).toBe(2);
  expect(linesOf(folder, 'ledger').map(({ sequence }) => sequence)).toEqual(await sequencesOf('ledger_transfer'));
  expect(filesOf(folder, 'ledger').map((file) => basename(file))).toEqual([
    'ledger-00000001.ndjson',
    'ledger-00000002.ndjson',
    'ledger-00000003.ndjson',
  ]);

  expect(linesOf(folder, 'bookings')).toMatchObject([
    {
      type: 'booking.completed',
      status: 'confirmed',
      currency: 'USD',
      total_paid: expect.any(Number),
      total_refunded: 0,
    },
  ]);
  const everything = JSON.stringify([linesOf(folder, 'ledger'), linesOf(folder, 'bookings')]);
  for (const word of [CONTACT.email, NELLIE.first_name]) expect(everything).not.toContain(word);
});

test('an amount comes with the decimal places of its currency', async () => {
  const folder = newFolder();
  await sql`
    insert into ledger_transfer (organization_id, trip_id, step, reference, line, entry_id, at, debit, credit, amount, currency)
    select 'org_export', 'trip_export', 'quote', currency, 1, 'ent_' || currency, now(), 'a', 'b', 1, currency
    from unnest(array['JPY', 'KWD']) as currency`.execute(service.app.db.q);
  await write(createFolderSink(folder));
  const placesOf = (wanted: string) =>
    linesOf(folder, 'ledger').find(({ currency }) => currency === wanted)?.['decimal_places'];
  expect(['USD', 'JPY', 'KWD'].map(placesOf)).toEqual([2, 0, 3]);
  expect(linesOf(folder, 'bookings')).toMatchObject([{ currency: 'USD', decimal_places: 2 }]);
});

test('two runs at once write the same files', async () => {
  const folder = newFolder();
  const written = await Promise.all([write(createFolderSink(folder)), write(createFolderSink(folder))]);
  expect(written[0].files + written[1].files).toBeGreaterThanOrEqual(2);
  expect(linesOf(folder, 'ledger').map(({ sequence }) => sequence)).toEqual(await sequencesOf('ledger_transfer'));
});

test('Parquet holds what NDJSON holds, with types', async () => {
  const [lines, parquet] = [newFolder(), newFolder()];
  await write(createFolderSink(lines));
  await write(createFolderSink(parquet), 'parquet');
  for (const stream of ['ledger', 'bookings']) {
    const rows: Line[] = [];
    for (const file of filesOf(parquet, stream)) {
      const { buffer, byteOffset, byteLength } = readFileSync(file);
      rows.push(
        ...(await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer })),
      );
    }
    const plain = JSON.parse(
      JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? Number(value) : value)),
    );
    expect(plain).toEqual(linesOf(lines, stream));
    expect(rows[0]).toMatchObject({ sequence: expect.any(BigInt) });
  }
  const [entry] = await parquetReadObjects({
    file: new Uint8Array(readFileSync(filesOf(parquet, 'ledger')[0] ?? '')).buffer,
  });
  expect(entry?.['at']).toBeInstanceOf(Date);
});

test('demand is exported once its day is closed, and not before; equal signals are counted together', async () => {
  const folder = newFolder();
  const add = (day: string, destination: string, count: number) =>
    sql`
    insert into demand_event (occurred_at, day, kind, product, destination, market_country, market_city, audience, lead_days, caller, count)
    values (${`${day}T12:00:00Z`}::timestamptz, ${day}::date, 'search', 'flight', ${destination}, 'FR', 'PAR', 'solo', 3, 'hash', ${count})`.execute(
      service.app.db.q,
    );
  const close = (day: string) =>
    sql`update demand_progress set closed_through = ${day}::date`.execute(service.app.db.q);
  await add('2001-01-01', 'LIS', 2);
  await add('2001-01-01', 'LIS', 3);
  await add('2001-01-01', 'BER', 1);
  await add('2001-01-03', 'BER', 4);
  await close('2001-01-02');
  await write(createFolderSink(folder));
  const demand = () => linesOf(folder, 'demand').map(({ day, destination, count }) => [day, destination, count]);
  expect(demand()).toEqual([
    ['2001-01-01', 'BER', 1],
    ['2001-01-01', 'LIS', 5],
  ]);
  expect(linesOf(folder, 'demand')[0]).not.toHaveProperty('caller');
  await close('2001-01-03');
  await write(createFolderSink(folder));
  expect(demand().at(-1)).toEqual(['2001-01-03', 'BER', 4]);
  expect(demand()).toHaveLength(3);
});

test('a store takes signed files, and one whose answer was lost is written again in its place', async () => {
  const store = await startS3Stub(KEYS);
  const target = { kind: 's3', bucket: 'events', prefix: 'bly', endpoint: store.endpoint, ...KEYS } as const;
  const sink = openSink(target, service.app.outbound);
  expect(sink.name).not.toContain(KEYS.secretAccessKey);
  store.failNext('after');
  await expect(write(sink)).rejects.toThrow('ledger/ledger-00000001.ndjson was not stored: 503');
  store.failNext('before');
  await expect(write(sink)).rejects.toThrow('503');
  await write(sink);
  const ledger = store.objects.get('/events/bly/ledger/ledger-00000001.ndjson')?.toString() ?? '';
  expect(
    ledger
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).sequence),
  ).toEqual(await sequencesOf('ledger_transfer'));

  const wrong = openSink({ ...target, secretAccessKey: 'another', prefix: 'wrong' }, service.app.outbound);
  await expect(write(wrong)).rejects.toThrow('SignatureDoesNotMatch');
  await store.close();
});

test('an administrator exports to a folder, and hears where nothing says where to', async () => {
  const folder = newFolder();
  const answer = await exportForAdmin(service.app, { folder, format: 'ndjson' });
  expect(answer).toMatchObject({ isDone: true, to: folder });
  expect(answer.rows).toBeGreaterThan(3);
  expect(await exportForAdmin(service.app, { folder, format: 'ndjson' })).toMatchObject({ files: 0, rows: 0 });
  await expect(exportForAdmin(service.app, {})).rejects.toThrow('BLY_EXPORT_TO');
  await expect(exportForAdmin(service.app, { folder: 'here' })).rejects.toThrow('absolute path');
});

/** On the embedded database transactions wait for each other: none commits late. */
const SERVERS = process.env['BLY_TEST_DATABASE_URL'] === undefined ? [] : ['PostgreSQL'];

test.each(SERVERS)('on %s a transaction that commits late is waited for, and skipped by nobody', async () => {
  const folder = newFolder();
  await write(createFolderSink(folder));
  const known = (await sequencesOf('ledger_transfer')).length;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: inserted, resolve: hasInserted } = Promise.withResolvers<void>();
  const late = service.app.db.transaction(async (tx) => {
    await insertTransfer(tx, 'late');
    hasInserted();
    await released;
  });
  await inserted;
  // The later number is there, the earlier one is not.
  await service.app.db.transaction((tx) => insertTransfer(tx, 'early'));
  expect(await sequencesOf('ledger_transfer')).toHaveLength(known + 1);
  expect(await findSettledSequence(service.app.db, 'ledger_transfer', AbortSignal.abort())).toBeUndefined();

  const written = write(createFolderSink(folder));
  release();
  await late;
  await written;
  await write(createFolderSink(folder));
  const sequences = linesOf(folder, 'ledger').map(({ sequence }) => sequence);
  expect(sequences).toEqual(await sequencesOf('ledger_transfer'));
  expect(sequences).toHaveLength(known + 2);
});

test.each(SERVERS)('on %s a number that was rolled back holds nothing up', async () => {
  const folder = newFolder();
  await service.app.db
    .transaction(async (tx) => {
      await insertTransfer(tx, 'never');
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await insertTransfer(service.app.db, 'after-a-gap');
  await write(createFolderSink(folder));
  expect(linesOf(folder, 'ledger').at(-1)).toMatchObject({ reference: 'after-a-gap' });
});

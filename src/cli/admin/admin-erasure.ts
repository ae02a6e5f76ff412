import type { Command } from 'commander';
import { createLogger } from '../../platform/observability/log.ts';
import { ArchiveReport, showArchiveForAdmin } from '../../retention/archive/show-archive.ts';
import { EraseBookingAnswer, eraseBookingForAdmin } from '../../retention/erase-booking.ts';
import { ErasureReport, showErasureForAdmin } from '../../retention/show-erasure.ts';
import { CommandFailure } from '../command-failure.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

const OBSTACLES = {
  not_found: 'the organization has no such booking.',
  erased_before: 'its travelers were erased before.',
  not_over: 'it is not over (a fulfilment or a change under way).',
} as const;

/** Adds `admin show-erasure`, `admin erase-booking` and `admin show-archive`. */
export function addErasureCommands(admin: Command): void {
  admin
    .command('show-erasure')
    .description('count the bookings whose travelers are erased, and those that are due (BLY_ERASE_AFTER_MONTHS)')
    .action(showErasure);
  admin
    .command('erase-booking')
    .description(
      'erase the travelers of a booking now, at their request; what was sold and its money stay. There is no way back',
    )
    .argument('<organization>', 'the organization it belongs to')
    .argument('<reference>', 'of the booking')
    .action(eraseBooking);
  admin
    .command('show-archive')
    .description(
      'count the bookings whose items are in the archive, by month, and those that are due (BLY_ARCHIVE_AFTER_MONTHS)',
    )
    .action(showArchive);
}

async function showArchive(): Promise<void> {
  const answer = await askOrDo(readConfig(), {
    command: 'show_archive',
    request: {},
    work: (place) => showArchiveForAdmin(withLog(place)),
  });
  const { afterMonths, months, organizations } = ArchiveReport.parse(answer);
  console.log(
    afterMonths === null
      ? 'Nothing is archived (BLY_ARCHIVE_AFTER_MONTHS=0).'
      : `Items of bookings are archived ${afterMonths} months after their trip, once a day.`,
  );
  for (const { month, isAttached, bytes, bookings } of months) {
    const where = isAttached
      ? `${Math.ceil(bytes / 1_048_576)} MB`
      : 'taken out: items of these bookings are not shown';
    console.log(`${month.slice(0, 7)}  bookings: ${bookings}  ${where}`);
  }
  for (const { organizationId, archived, others, due, staying, hasMore } of organizations) {
    const reasons = Object.entries(staying).flatMap(([reason, count]) => (count > 0 ? [`${reason}: ${count}`] : []));
    const more = hasMore ? ' (of the oldest looked at)' : '';
    console.log(
      [`${organizationId}  archived: ${archived}  not: ${others}  due: ${due}${more}`, ...reasons].join('  '),
    );
  }
}

async function showErasure(): Promise<void> {
  const answer = await askOrDo(readConfig(), {
    command: 'show_erasure',
    request: {},
    work: (place) => showErasureForAdmin(withLog(place)),
  });
  const { afterMonths, organizations } = ErasureReport.parse(answer);
  console.log(
    afterMonths === null
      ? 'Travelers are never erased (BLY_ERASE_AFTER_MONTHS=0).'
      : `Travelers are erased ${afterMonths} months after their trip, once a day.`,
  );
  for (const { organizationId, due, erased, others } of organizations)
    console.log(`${organizationId}  due: ${due}  erased: ${erased}  later: ${others}`);
}

async function eraseBooking(organizationId: string, bookingRef: string): Promise<void> {
  const request = { organizationId, bookingRef };
  const answer = await askOrDo(readConfig(), {
    command: 'erase_booking',
    request,
    work: (place) => eraseBookingForAdmin(withLog(place), request),
  });
  const outcome = EraseBookingAnswer.parse(answer);
  if (!outcome.isErased) throw new CommandFailure(`Nothing was erased: ${OBSTACLES[outcome.reason]}`);
  console.log('Erased. What was sold and its money stay.');
}

function withLog(place: AdminPlace) {
  return { ...place, log: createLogger({ ...place.config, logLevel: 'silent' }) };
}

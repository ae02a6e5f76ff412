import type { Command } from 'commander';
import { createLogger } from '../../platform/observability/log.ts';
import { EraseBookingAnswer, eraseBookingForAdmin } from '../../retention/erase-booking.ts';
import { ErasureReport, showErasureForAdmin } from '../../retention/show-erasure.ts';
import { CommandFailure } from '../command-failure.ts';
import { type AdminPlace, askOrDo, readConfig } from './admin-process.ts';

/** Adds `admin show-erasure` and `admin erase-booking`. */
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
  if (!EraseBookingAnswer.parse(answer).isErased)
    throw new CommandFailure(
      'Nothing was erased: no such booking, it was erased before, or it is not over (a fulfilment or a change under way).',
    );
  console.log('Erased. What was sold and its money stay.');
}

function withLog(place: AdminPlace) {
  return { ...place, log: createLogger({ ...place.config, logLevel: 'silent' }) };
}

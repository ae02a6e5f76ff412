import { describeCancellation } from '../checkout/cancellation.ts';
import { formatDay, formatMoney, formatTime } from '../kit/format.ts';
import { carOf } from '../checkout/item-names.ts';
import { rentalExtraName } from '../checkout/pay-later.ts';
import { depositText, fuelText, hoursText, isOpen, mileageText, vehicleFacts } from '../checkout/cards/rental-card.ts';
import type { RentalView, StopView } from '../checkout/view-item.ts';
import type { Messages } from '../checkout/wording.ts';
import { describeSplit } from './describe-split.ts';
import { cancellationEntries } from './describe-stay.ts';
import { type Block, english, entry, line, type Place } from './document.ts';

/**
 * A rental car: which class, from where and when to where and when, and, unless it was not booked, what comes with it
 * and what the counter asks for.
 */
export function describeRental(messages: Messages, car: RentalView): readonly Block[] {
  const texts = messages.rental;
  const onRequest: readonly Block[] =
    car.isOnRequest && isOpen(car) ? [{ kind: 'lines', lines: [line('strong', texts.onRequest)] }] : [];
  const blocks = [...describeRentalShortly(messages, car), ...onRequest];
  return car.outcome === 'not_booked' ? blocks : [...blocks, { kind: 'rule' }, ...describeTerms(messages, car)];
}

/** Which car, from when until when. */
export function describeRentalShortly(messages: Messages, car: RentalView): readonly Block[] {
  const texts = messages.rental;
  return [
    {
      kind: 'title',
      above: [line('quiet', texts.days(car.days), car.vendorName)],
      text: carOf(messages, car),
      below: [line('quiet', ...vehicleFacts(messages, car))],
    },
    {
      kind: 'places',
      places: [describeStop(messages, texts.pickUp, car.pickUp), describeStop(messages, texts.dropOff, car.dropOff)],
    },
  ];
}

function describeStop(messages: Messages, name: string, { timeLocal, branchName, address, hours }: StopView): Place {
  const opening = hoursText(messages, hours);
  return {
    name,
    lines: [
      line('strong', `${formatDay(messages, timeLocal)}, ${formatTime(timeLocal)}`),
      line('plain', english(branchName)),
      line('quiet', address),
      line('quiet', opening),
    ],
  };
}

function describeTerms(messages: Messages, car: RentalView): readonly Block[] {
  const texts = messages.rental;
  const extras = car.extras.map((extra) => ({
    ...entry('plain', rentalExtraName(messages, extra)),
    note: line('quiet', formatMoney(messages, extra.price), texts.paidAt[extra.paidAt]),
  }));
  return [
    {
      kind: 'list',
      heading: texts.included,
      hasTicks: true,
      entries: [entry('plain', mileageText(messages, car)), entry('plain', fuelText(messages, car))],
    },
    ...(extras.length === 0
      ? []
      : [{ kind: 'list', heading: messages.extras.heading, hasTicks: true, entries: extras } as const]),
    ...describeSplit(messages, car),
    {
      kind: 'list',
      heading: texts.conditions,
      hasTicks: false,
      entries: [entry('plain', depositText(messages, car)), entry('plain', texts.driver(car.driverAge))],
    },
    {
      kind: 'list',
      heading: messages.cancellation.heading,
      hasTicks: false,
      entries: cancellationEntries(
        describeCancellation(messages, 'car', car.cancellation),
        car.cancellation.now.cost === 'nothing',
      ),
    },
  ];
}

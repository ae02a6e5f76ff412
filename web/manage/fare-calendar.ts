import { formatDay, formatMoneyUp, formatMonth } from '../kit/format.ts';
import { html, type Html } from '../kit/html.ts';
import type { ChangeFormView, FareCalendarView, FareDayView, FlightFormView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** A calendar of each direction: every day is a link that looks for flights of that day. No script is needed. */
export function renderCalendars(texts: Vocabulary, view: ChangeFormView, form: FlightFormView): Html | undefined {
  if (form.calendars.length === 0) return undefined;
  return html`${form.calendars.map((calendar) => renderCalendar(texts, { view, form, calendar }))}
<p class="note">${texts.own.change.calendar.note}</p>`;
}

interface Shown {
  readonly view: ChangeFormView;
  readonly form: FlightFormView;
  readonly calendar: FareCalendarView;
}

interface ShownDay {
  readonly day: FareDayView;
  readonly isLowest: boolean;
  /** Of the calendar: its month is named, as that of every first of a month is. */
  readonly isFirst: boolean;
}

function renderCalendar(texts: Vocabulary, shown: Shown): Html {
  const { calendar } = shown;
  const labels = texts.own.change.calendar;
  const id = `calendar-${calendar.name}`;
  const fares = calendar.days.flatMap(({ fare }) => (fare === undefined ? [] : [fare.value]));
  const lowest = fares.length === 0 ? undefined : Math.min(...fares);
  const weeks = (from: string | undefined, label: string): Html =>
    from === undefined
      ? html`<span></span>`
      : html`<a href="${linkOf(texts, shown, { [`from_${calendar.name}`]: from })}">${label}<span class="unseen">: ${calendar.route}</span></a>`;
  return html`<section class="fare-calendar" aria-labelledby="${id}"><h3 id="${id}">${labels.heading(calendar.route)}</h3>
<ol class="fare-days">${labels.weekdays.map((weekday) => html`<li class="weekday" aria-hidden="true">${weekday}</li>`)}
${calendar.days.map((day, index) => renderDay(texts, shown, { day, isLowest: day.fare !== undefined && day.fare.value === lowest, isFirst: index === 0 }))}</ol>
<p class="fare-weeks">${weeks(calendar.before, labels.earlier)}${weeks(calendar.after, labels.later)}</p></section>`;
}

function renderDay(texts: Vocabulary, shown: Shown, { day, isLowest, isFirst }: ShownDay): Html {
  const { messages, own } = texts;
  const labels = own.change.calendar;
  const number = Number(day.date.slice(-2));
  const month = (isFirst || number === 1) && html`<span class="month">${formatMonth(messages, day.date)}</span>`;
  const seen = html`<span class="number" aria-hidden="true">${number}${month}</span>`;
  if (day.state === 'closed') return html`<li aria-hidden="true"><span class="day">${seen}</span></li>`;
  const fare =
    day.fare === undefined
      ? html`<span class="day-fare" aria-hidden="true">–</span><span class="unseen">${labels.unknown}</span>`
      : html`<span class="day-fare">${formatMoneyUp(messages, day.fare)}</span>`;
  const isChosen = day.state === 'chosen';
  const classes = [isChosen && 'chosen', isLowest && 'cheapest'].filter((name) => name !== false);
  return html`<li${classes.length > 0 && html` class="${classes.join(' ')}"`}><a href="${linkOf(texts, shown, { search: '1', [shown.calendar.name]: day.date })}"${isChosen && html` aria-current="date"`}>${seen}<span class="unseen">${formatDay(messages, day.date)}: </span>${fare}${isChosen && html`<span class="unseen">, ${labels.chosen}</span>`}</a></li>`;
}

/** The address of the form with some of its days changed. */
function linkOf(texts: Vocabulary, { view, form }: Shown, changes: Readonly<Record<string, string>>): string {
  const days = Object.fromEntries(form.days.map(({ name, value }) => [name, value]));
  return inLanguage(texts, `/manage/items/${view.itemId}/change`, { ...days, sort: form.sort, ...changes });
}

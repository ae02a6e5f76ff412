const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * How near each month of the north is to the height of summer: 1 in July and August, below 0 where cars stand idle.
 * Rental follows holidays far more than air traffic does; the shape is ours.
 */
const SUMMER = [-0.7, -0.6, -0.3, 0.05, 0.15, 0.5, 1, 1, 0.4, 0, -0.5, -0.3] as const;
/** Idle months cost less by this part of what full ones cost more. */
const IDLE_SHARE = 0.35;
const CHRISTMAS_FACTOR = 1.18;
const MONTHS = SUMMER.length;
/**
 * So near the equator summer is too hot: Florida, the Canaries and Queensland's north are visited in winter, though
 * less markedly.
 */
const HOT_LATITUDE = 29;
const HOT_FACTOR = -0.4;

/**
 * The season's factor on a day's price, 1 = usual. `height` 0.9: the height of summer costs 1.9 times the usual; -0.5:
 * the height of winter 1.5 times, as where people flee from it. South of the equator the year is turned by six months.
 */
export function rentalSeason(height: number, latitude: number, epochDay: number): number {
  const date = new Date(epochDay * MILLISECONDS_PER_DAY);
  const month = date.getUTCMonth();
  const felt = height > 0 && Math.abs(latitude) < HOT_LATITUDE ? height * HOT_FACTOR : height;
  const isTurned = latitude < 0 !== felt < 0;
  const nearness = SUMMER[isTurned ? (month + MONTHS / 2) % MONTHS : month] ?? 0;
  const factor = 1 + Math.abs(felt) * (nearness < 0 ? nearness * IDLE_SHARE : nearness);
  return isChristmas(month, date.getUTCDate()) ? factor * CHRISTMAS_FACTOR : factor;
}

function isChristmas(month: number, dayOfMonth: number): boolean {
  return (month === 11 && dayOfMonth >= 20) || (month === 0 && dayOfMonth <= 3);
}

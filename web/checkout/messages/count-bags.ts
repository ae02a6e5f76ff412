/** `1 checked bag, 23 kg`, `2 checked bags`; `many` is left out where the noun stays as it is. */
export function countBags(pieces: number, kilograms: number | undefined, one: string, many = one): string {
  return `${pieces === 1 ? `1 ${one}` : `${pieces} ${many}`}${kilograms === undefined ? '' : `, ${kilograms} kg`}`;
}

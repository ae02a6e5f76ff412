/** The facilities and types of hotels by the numbers that filters and answers use. They are public: never renumber. */
interface NumberedName {
  readonly id: number;
  readonly name: string;
}

/** What a hotel may have (`facility_ids`). */
export const STAY_FACILITIES: readonly NumberedName[] = [
  { id: 1, name: 'Free Wi-Fi' },
  { id: 2, name: '24-hour reception' },
  { id: 3, name: 'Parking' },
  { id: 4, name: 'Restaurant' },
  { id: 5, name: 'Bar' },
  { id: 6, name: 'Swimming pool' },
  { id: 7, name: 'Fitness centre' },
  { id: 8, name: 'Spa' },
  { id: 9, name: 'Air conditioning' },
  { id: 10, name: 'Lift' },
  { id: 11, name: 'Breakfast room' },
  { id: 12, name: 'Room service' },
  { id: 13, name: 'Airport shuttle' },
  { id: 14, name: 'Conference rooms' },
  { id: 15, name: 'Family rooms' },
  { id: 16, name: 'Pets allowed' },
  { id: 17, name: 'Step-free access' },
  { id: 18, name: 'Non-smoking rooms' },
  { id: 19, name: 'Laundry' },
  { id: 20, name: 'Luggage storage' },
  { id: 21, name: 'Garden' },
  { id: 22, name: 'Terrace' },
  { id: 23, name: 'Bicycle hire' },
  { id: 24, name: 'Charging for electric cars' },
  { id: 25, name: 'Sauna' },
  { id: 26, name: 'Business centre' },
  { id: 27, name: 'Kitchen' },
  { id: 28, name: 'Private beach' },
  { id: 29, name: "Children's club" },
  { id: 30, name: 'Hot spring bath' },
  { id: 31, name: 'Shared lounge' },
];

/** The name of a facility by its number; undefined for a number of none. */
export function facilityName(facilityId: number): string | undefined {
  return STAY_FACILITIES.find(({ id }) => id === facilityId)?.name;
}

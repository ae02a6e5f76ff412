/** What hotels and rooms can have, as LiteAPI numbers it. */
export const FACILITIES: readonly (readonly [id: number, name: string])[] = [
  [47, 'WiFi available'],
  [2, 'Parking'],
  [1, 'Non-smoking rooms'],
  [8, '24-hour front desk'],
  [28, 'Family rooms'],
  [9, 'Restaurant'],
  [54, 'Swimming pool'],
  [11, 'Fitness center'],
  [10, 'Spa and wellness centre'],
  [4, 'Pets allowed'],
  [25, 'Facilities for disabled guests'],
  [17, 'Airport shuttle'],
  [5, 'Room service'],
  [3, 'Terrace'],
  [7, 'Bar'],
  [16, 'Garden'],
  [48, 'Lift'],
  [22, 'Laundry'],
];

export const AMENITIES: readonly (readonly [id: number, name: string])[] = [
  [11, 'Air conditioning'],
  [75, 'Flat-screen TV'],
  [293, 'Safety deposit box'],
  [12, 'Hairdryer'],
  [999, 'Free WiFi'],
  [23, 'Desk'],
  [34, 'Coffee machine'],
  [57, 'Balcony'],
  [121, 'Soundproofing'],
  [16, 'Kitchenette'],
];

export const CHAINS: readonly (readonly [id: number, name: string])[] = [
  [0, 'Not Available'],
  [1311, 'Marlin & Moss'],
  [1422, 'Atelier Collection'],
  [1533, 'Roadhouse Rooms'],
];

export const HOTEL_TYPES: readonly (readonly [id: number, name: string])[] = [
  [204, 'Hotels'],
  [203, 'Hostels'],
  [201, 'Apartments'],
  [208, 'Bed and breakfasts'],
  [216, 'Guest houses'],
  [218, 'Inns'],
];

/** Languages of content with their names; texts other than English exist for Portuguese and French. */
export const LANGUAGES: readonly (readonly [code: string, name: string])[] = [
  ['en', 'English'],
  ['pt', 'Portuguese'],
  ['fr', 'French'],
  ['es', 'Spanish'],
  ['de', 'German'],
];

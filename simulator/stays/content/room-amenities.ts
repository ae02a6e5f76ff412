const STARS_MAX = 5;
const BASIC = ['Towels', 'Bed linen', 'Free Wi-Fi'] as const;
const BY_STARS = ['Wardrobe', 'Television', 'Hairdryer', 'Safe', 'Minibar', 'Coffee machine', 'Bathrobes'] as const;
const OWN_AMENITIES: Readonly<Record<string, readonly string[]>> = {
  drm: ['Locker', 'Reading lamp'],
  drf: ['Locker', 'Reading lamp'],
  stu: ['Kitchenette', 'Washing machine'],
  ap1: ['Kitchen', 'Washing machine', 'Sofa'],
  ap2: ['Kitchen', 'Dishwasher', 'Washing machine', 'Sofa'],
  vil: ['Private pool', 'Terrace', 'Outdoor shower'],
  bun: ['Terrace'],
  ta8: ['Tea set', 'Yukata'],
  ta12: ['Tea set', 'Yukata'],
  tas: ['Open-air bath', 'Tea set', 'Yukata'],
};

/**
 * What stands in a room of a kind, by the hotel's stars from 0: a hotel of more stars offers more. Made once for each
 * kind, so that all rooms share the lists.
 */
export function amenitiesByStars(kind: string): readonly (readonly string[])[] {
  return Array.from({ length: STARS_MAX + 1 }, (_, stars) => [
    ...BASIC,
    ...(hasSharedBathroom(kind) ? ['Shared bathroom'] : ['Private bathroom', ...BY_STARS.slice(0, stars + 2)]),
    ...(OWN_AMENITIES[kind] ?? []),
  ]);
}

/** Dormitory beds (`drm`, `drf`) and private rooms of hostels (`pvt`, `pvf`). */
function hasSharedBathroom(kind: string): boolean {
  return kind.startsWith('dr') || kind.startsWith('pv');
}

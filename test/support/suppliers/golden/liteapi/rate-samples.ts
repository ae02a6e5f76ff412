// Samples in the shape of LiteAPI's OpenAPI documents (search.json, booking.json), written by hand from their examples.
// Fields that the documents let be absent are left out of the second sample of a kind.

const money = [{ amount: 163.66, currency: 'USD' }];
const gmtTier = {
  cancelTime: '2026-07-30 02:00:00',
  amount: 163.66,
  currency: 'USD',
  type: 'amount',
  timezone: 'GMT',
};

/** A rate as searches and prebooks have it. */
const fullRate = {
  rateId: 'I42FUVCPJZBFOR2FGNDUWTSSKVDVSWKUJ5GVEV2HKFNEIQKO',
  occupancyNumber: 1,
  name: 'Standard King Room',
  mappedRoomId: 184936,
  maxOccupancy: 2,
  adultCount: 2,
  childCount: 1,
  childrenAges: [8],
  boardType: 'RO',
  boardName: 'Room Only',
  remarks: '',
  priceType: 'commission',
  commission: [{ amount: 6.28, currency: 'USD' }],
  retailRate: {
    total: money,
    suggestedSellingPrice: [{ amount: 191.52, currency: 'USD', source: 'booking.com' }],
    initialPrice: money,
    taxesAndFees: [{ included: true, description: 'NYC Javits Center Fee', amount: 1.62, currency: 'USD' }],
    promotions: [
      {
        name: 'Early booker Deal',
        from: '2025-11-14',
        to: '2025-11-27',
        discount: 45,
        discountType: 'percentage',
        promotionCode: '',
        currency: 'THB',
      },
    ],
  },
  cancellationPolicies: {
    cancelPolicyInfos: [gmtTier],
    hotelRemarks: ['Bring a towel.'],
    refundableTag: 'RFN',
  },
  paymentTypes: ['NUITEE_PAY'],
  perks: [{ perkId: 10, name: 'Daily breakfast for 2', amount: 40, currency: 'USD', level: 'HOTEL' }],
};
const { mappedRoomId: _room, ...unmapped } = fullRate;
const { promotions: _promotions, ...unpromoted } = fullRate.retailRate;
const { timezone: _zone, ...zoneless } = gmtTier;
const sparseRates = [
  { ...unmapped, retailRate: { ...unpromoted, initialPrice: null, taxesAndFees: null } },
  {
    ...fullRate,
    mappedRoomId: null,
    cancellationPolicies: { ...fullRate.cancellationPolicies, cancelPolicyInfos: [zoneless] },
  },
  { ...fullRate, cancellationPolicies: { ...fullRate.cancellationPolicies, cancelPolicyInfos: null } },
];

const offerBase = {
  roomTypeId: 'GQ2TOLJWGI4TK7CSIZHHYMRQGI2TAMZTGAYDEMBQ',
  offerId: 'GE5ESNBSIZKVMQ2QJJNEERSPKIZEMR2OIRKVOVCTKNFVMRCW',
  supplier: 'nuitee',
  supplierId: 2,
  rates: [fullRate, ...sparseRates],
  priceType: 'commission',
  rateType: 'standard',
};
const listed = { ...offerBase, offerRetailRate: money, offerInitialPrice: money };
const single = { amount: 163.66, currency: 'USD' };

const shortHotel = {
  id: 'lp1897',
  name: 'Hotel Example NYC',
  main_photo: 'https://static.cupid.travel/123456/123456a_hb_a_001.jpg',
  thumbnail: 'https://static.cupid.travel/small/12/123456/123456a_hb_a_001.jpg',
  address: '123 Example Street, New York, NY 10001',
  country_code: 'us',
  city_name: 'New York',
  rating: 8.5,
  stars: 4,
  review_count: 120,
  tags: [],
};
const hotels = [shortHotel, { ...shortHotel, latitude: 40.7, longitude: -74.1, main_photo: '', thumbnail: '' }];

/** Answers of `/hotels/rates` with sums as lists. */
export const ratesSamples: readonly object[] = [
  {
    data: [
      {
        hotelId: 'lp1897',
        roomTypes: [
          listed,
          {
            ...listed,
            name: 'Standard King Room',
            suggestedSellingPrice: [{ ...single, source: 'booking.com' }],
          },
        ],
      },
    ],
    guestLevel: 0,
    sandbox: true,
  },
  { data: [], guestLevel: 0, sandbox: true, hotels },
];

/** Blocks of a stream, whose sums are objects. */
export const streamSamples: readonly object[] = [
  {
    rates: [
      {
        hotelId: 'lp1897',
        roomTypes: [
          { ...offerBase, offerRetailRate: single, offerInitialPrice: single },
          {
            ...offerBase,
            name: 'Standard King Room',
            offerRetailRate: single,
            offerInitialPrice: single,
            suggestedSellingPrice: { ...single, source: 'booking.com' },
          },
        ],
      },
    ],
  },
  { hotels },
];

/** Answers of `/hotels/min-rates`. */
export const lowestSamples: readonly object[] = [
  {
    data: [
      { hotelId: 'lp3803c', price: 99.99, suggestedSellingPrice: 120.99, offerId: '3gAVonJzkY2kc3JpZNoBEEdNWkRF' },
      { hotelId: 'lp3803d', price: 99.99, offerId: '3gAVonJzkY2kc3JpZNoBEEdNWkRF' },
    ],
    sandbox: true,
  },
];

const prebook = {
  prebookId: 'zzWkJcdgk',
  offerId: 'GE5ESNBSIZKVMQ2QJJNEERSPKIZEMR2OIRKVOVCTKNFVMRCWKNLUWVKK',
  hotelId: 'lp1897',
  checkin: '2025-12-05',
  checkout: '2025-12-10',
  currency: 'USD',
  termsAndConditions: '',
  roomTypes: [{ rates: [fullRate, ...sparseRates] }],
  suggestedSellingPrice: { amount: 185.7, currency: 'USD', source: 'expedia.com' },
  isPackageRate: false,
  commission: 6.28,
  addonsTotalAmount: 70,
  price: 213.66,
  priceType: 'commission',
  paymentTypes: ['NUITEE_PAY'],
  priceDifferencePercent: 0,
  cancellationChanged: false,
  boardChanged: false,
  mappedRoomId: 184936,
  supplier: 'nuitee',
  supplierId: 2,
};

/** `data` of prebooks. */
export const prebookSamples: readonly object[] = [
  {
    ...prebook,
    transactionId: 'tr_ct_NjePtG_-HHUDCeQ_LrTOS',
    secretKey: 'pi_3QxSJ8A4FXPoRk9Y14cv6f1G_secret_psA870CD4S17fSh58skN1TWaG',
    creditLine: { remainingCredit: 1000, currency: 'USD' },
  },
  { ...prebook, suggestedSellingPrice: null, isPackageRate: null, addonsTotalAmount: null, mappedRoomId: null },
];

/** Errors, with a description and without. */
export const errorSamples: readonly object[] = [
  {
    error: {
      code: 4002,
      description: 'invalid offerId',
      message: 'required request field is missing or wrong input',
    },
  },
  { error: { code: 4005, message: 'duplicate booking attempt with existing client reference' } },
];

// Samples in the shape of LiteAPI's OpenAPI document booking.json, written by hand from its examples.

const policies = {
  cancelPolicyInfos: [
    { cancelTime: '2025-01-01 00:00:00', amount: 100, type: 'amount', timezone: 'GMT', currency: 'USD' },
    { cancelTime: '2025-01-01 00:00:00', amount: 100, type: 'amount', currency: 'USD' },
  ],
  hotelRemarks: ['Bring a towel.'],
  refundableTag: 'RFN',
};
const guest = {
  firstName: 'John',
  lastName: 'Doe',
  email: 'john.doe@example.com',
  phone: '+1234567890',
  remarks: 'High floor preferred',
  occupancyNumber: 1,
};
const { phone: _phone, remarks: _remarks, ...silentGuest } = guest;
const rate = {
  rateId: 'RATE123',
  retailRate: { total: { amount: 100, currency: 'USD' } },
  cancellationPolicies: policies,
  maxOccupancy: 2,
  boardType: 'RO',
  boardName: 'Room Only',
  remarks: 'Standard rate',
};
const bookedRoom = {
  roomType: { roomTypeId: 'RT123', name: 'Standard Room' },
  boardType: 'RO',
  boardName: 'Room Only',
  adults: 2,
  children: 1,
  rate,
  firstName: 'John',
  lastName: 'Doe',
  childrenAges: [8],
  board: 'Room Only',
  boardCode: 'RO',
  room_id: 'RM123',
  occupancy_number: 1,
  amount: 100,
  currency: 'USD',
  children_count: 1,
  remarks: 'High floor preferred',
  guests: [guest, silentGuest],
  mappedRoomId: 184936,
};
const base = {
  bookingId: 'ABC123',
  clientReference: 'REF123',
  supplierBookingId: 'SUP123',
  supplierBookingName: 'nuitee',
  supplier: 'nuitee',
  supplierId: 2,
  status: 'CONFIRMED',
  hotelConfirmationCode: 'HOTEL123',
  checkin: '2025-01-01',
  checkout: '2025-01-02',
  hotel: { hotelId: 'lp1897', name: 'Sample Hotel' },
  holder: { firstName: 'John', lastName: 'Doe', email: 'john.doe@example.com', phone: '+1234567890' },
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
  cancellationPolicies: policies,
  price: 100,
  commission: 10,
  currency: 'USD',
  guestId: 1,
  trackingId: 'TRACK123',
  prebookId: 'PRE123',
  sellingPrice: '100.00',
  exchangeRate: 1,
  exchangeRateUsd: 1,
  tag: 'RFN',
  lastFreeCancellationDate: '2025-01-01T00:00:00Z',
  userId: 1,
  nationality: 'US',
  loyaltyGuestId: null,
  cancelledAt: null,
  refundedAt: null,
  cancelledBy: null,
  suggestedSellingPrice: { amount: 185.7, currency: 'USD', source: '' },
  remarks: '',
  addonsTotalAmount: 0,
  addons: null,
};
const sparse = {
  lastFreeCancellationDate: null,
  suggestedSellingPrice: null,
  cancellationPolicies: { ...policies, cancelPolicyInfos: null },
};

/** `data` of a booking that was just made. */
export const bookedSamples: readonly object[] = [
  { ...base, bookedRooms: [bookedRoom] },
  {
    ...base,
    ...sparse,
    bookedRooms: [{ ...bookedRoom, rate: { ...rate, cancellationPolicies: sparse.cancellationPolicies } }],
  },
];

const lookedUp = {
  firstName: 'John',
  lastName: 'Doe',
  email: 'john@liteapi.travel',
  adults: 1,
  children: '8',
  childrenCount: 1,
  specialRemarks: '',
  optionalFees: '',
  mandatoryFees: '',
  knowBeforeYouGo: '',
  voucherCode: '',
  voucherTotalAmount: 0,
  paymentStatus: 'refunded',
  paymentTransactionId: '',
  processingFee: 0,
  amountRefunded: 83.38,
  refundType: 'full',
  rebookFrom: '',
  sandbox: 1,
};
const cancelled = { cancelledAt: '2025-03-05T17:41:05Z', refundedAt: '2025-03-05T17:41:05Z', cancelledBy: 8459483 };

/** `data` of a booking that is read by its id. */
export const readSamples: readonly object[] = [
  { ...base, ...lookedUp, bookedRooms: [bookedRoom] },
  { ...base, ...lookedUp, ...cancelled, ...sparse, bookedRooms: [bookedRoom] },
];

const listedRoom = {
  adults: 2,
  children: '8',
  firstName: 'Sunny',
  lastName: 'Mars',
  childrenAges: [8],
  room_id: 'HQTX7FHWARP8R55FMQ9D7UN6DCLS9B7WXGNGRL6SFTZI1MG0',
  occupancy_number: 1,
  amount: 356.31,
  currency: 'USD',
  children_count: 1,
  remarks: 'quiet room please',
  guests: [guest, silentGuest],
};

/** Entries of `data` of a look-up by reference. */
export const foundSamples: readonly object[] = [
  { ...base, ...lookedUp, rooms: [listedRoom] },
  { ...base, ...lookedUp, ...cancelled, ...sparse, rooms: [{ ...listedRoom, childrenAges: null }] },
];

const line = {
  id: 3320020,
  checkin: '2024-09-01',
  checkout: '2024-09-03',
  firstName: 'Steve',
  lastName: 'Doe',
  adults: 3,
  children: '11',
  hotel_confirmation_code: 'dLcN7migy',
  booking_Id: 'Rb5JVigyN',
  prebook_Id: '0dLcN7mVX',
  status: 'CONFIRMED',
  payment_status: 'succeeded',
  payment_transaction_id: 'tr_cts_vlpBFTjSK7ifl3t_0dGqQ',
  retail_rate: '654.84',
  exchange_rate: 0.9187300518,
  exchange_rate_usd: 1,
  email: 's.doe@liteapi.travel',
  cancelPolicies: '{"cancelPolicyInfos":null,"hotelRemarks":null}',
  tag: '',
  last_free_cancellation_date: '0001-01-01T00:00:00Z',
  currency: 'USD',
  nationality: 'US',
  holder_title: '',
  hotelId: 'lp19e75',
  Hotel_name: '',
  payment_data: '{}',
  created_at: '2024-08-18T18:39:14Z',
  updated_at: '2024-08-18T18:39:16Z',
  cancelled_at: null,
  refunded_at: null,
  amount_refunded: 0,
  refund_type: '',
  guestId: '',
  remarks: 'quiet room please',
  client_reference: '',
  sandbox: 1,
  client_commission: 58.995000000000005,
  voucher_id: null,
  voucher_total_amount: 0,
  voucher_transation_id: null,
  processing_fee: 0,
  supplier_Booking_Id: 'Rb5JVigyN',
  tracking_id: '',
};

/** Answers of the list by days. */
export const lineSamples: readonly object[] = [
  { count: 1, data: [line] },
  { count: 1, data: [{ ...line, cancelled_at: '2024-08-18T18:39:16Z', refunded_at: '2024-08-18T18:39:16Z' }] },
];

/** Answers of cancelling. */
export const cancellationSamples: readonly object[] = [
  {
    data: {
      bookingId: 'hSq2gVDrf',
      status: 'CANCELLED',
      cancellation_fee: 25,
      refund_amount: 125,
      currency: 'USD',
    },
  },
];

/** Answers of an amendment. */
export const amendmentSamples: readonly object[] = [
  {
    id: 566,
    bookingId: 'D_hitGeNh',
    userId: 927,
    type: 'UPDATE',
    subType: 'UPDATE_NAME_CHANGE',
    status: 'PENDING',
    prebookId: '',
    holderEmail: 'john@example.org',
    holderFirstName: 'John',
    holderLastName: 'Doe',
    holderPhone: null,
    remarks: 'A quiet room please',
    guests: [],
    createdBy: 2051,
    createdAt: '2025-06-18T16:36:14.033Z',
    updatedAt: '2025-06-18T16:36:14.033Z',
  },
];

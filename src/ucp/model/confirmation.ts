/** What a booking is called as an order, and where a person finds it: the page asks for the traveler's name. */
export function presentConfirmation(publicUrl: string, ref: string) {
  return { id: ref, label: ref, permalink_url: `${publicUrl}/manage?booking_ref=${encodeURIComponent(ref)}` };
}

import type { Receiver } from '../service/receiver.ts';
import { makeUser } from '../users.ts';
import type { OrganizationId } from '../../../src/platform/ids.ts';
import type { Recorder } from './recorder.ts';

/** What customers see of the organization that sells, and who issues its invoices. */
export const SELLER = {
  name: 'Nordwind Reisen',
  colour: '#0b5c4a',
  support: { email: 'help@nordwind.example', phone: '+4930123456' },
  terms_url: 'https://nordwind.example/terms',
  privacy_url: 'https://nordwind.example/privacy',
  legal: {
    name: 'Nordwind Reisen GmbH',
    address: { lines: ['Hafenstraße 1'], postal_code: '20457', city: 'Hamburg' },
    country: 'DE',
    vat_id: 'DE136695976',
  },
  return_hosts: ['shop.nordwind.example'],
} as const;

/** Endpoints, deliveries and the log of events. */
export async function recordWebhooks(at: Recorder, receiver: Receiver): Promise<void> {
  const { id: number } = await at.record('create_webhook', {
    body: { url: receiver.url, events: ['booking.completed', 'booking.failed'] },
  });
  const params = { id: String(number) };
  await at.record('list_webhooks');
  await at.record('get_webhook', { params });
  await at.record('update_webhook', { params, body: { status: 'active' } });
  const { delivery_id } = await at.record('test_webhook', { params });
  await at.service.drain();
  await at.record('list_webhook_deliveries', { params });
  await at.record('redeliver_webhook', { params: { delivery_id } });
  await at.record('recover_webhook', { params, body: { since: '2026-11-22T08:00:00Z' } });
  await at.record('rotate_webhook_secret', { params });
  await at.record('delete_webhook', { params });
  const { events } = await at.record('list_events', { query: { limit: '2' } });
  await at.record('get_event', { params: { event_id: events[0].event_id } });
}

/** The organization, its keys, members, accounts at suppliers, rules and what was used. */
export async function recordAccount(at: Recorder, organizationId: OrganizationId): Promise<void> {
  await at.record('account');
  await at.record('usage');
  const key = await at.record('create_api_key', { body: { name: 'checkout server', scopes: ['search', 'book'] } });
  await at.record('list_api_keys');
  await at.record('delete_api_key', { params: { id: key.key_id ?? key.id } });
  const invited = await at.record('create_invitation', { body: { email: 'robin@example.com', role: 'member' } });
  await at.record('list_invitations');
  await at.record('delete_invitation', { params: { id: invited.invitation_id } });
  const { userId } = await makeUser(at.service, { email: 'ada@example.com', name: 'Ada', organizationId });
  await at.record('update_member', { params: { id: userId }, body: { role: 'owner' } });
  await at.record('list_members');
  await at.record('delete_member', { params: { id: userId } });
  await recordSuppliers(at);
  await recordProfile(at);
  await at.record('audit_log', { query: { limit: '3' } });
  await at.record('request_log', { query: { limit: '3' } });
}

async function recordSuppliers(at: Recorder): Promise<void> {
  const { account_id: id } = await at.record('create_supplier_account', {
    body: {
      supplier: 'duffel',
      credentials: { token: 'duffel_test_ofTheOrganization' },
      settings: { max_searches_per_day: 5000 },
    },
  });
  await at.record('list_supplier_accounts');
  await at.record('get_supplier_account', { params: { id } });
  await at.record('update_supplier_account', { params: { id }, body: { enabled: false } });
  await at.record('delete_supplier_account', { params: { id } });
  await at.record('list_suppliers');
  const off = { for_sale: false, reason: 'Wrong baggage allowances since this morning' };
  await at.record('switch_supplier_sale', { params: { supplier: 'sandbox' }, body: off });
  await at.prepare('switch_supplier_sale', { params: { supplier: 'sandbox' }, body: { for_sale: true } });
  await at.record('update_account', { body: { use_installation_account: true } });
}

async function recordProfile(at: Recorder): Promise<void> {
  await at.record('replace_organization', { body: SELLER });
  await at.record('replace_organization_logo', {
    body: {
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
  });
  await at.record('get_organization');
  await at.record('delete_organization_logo');
  await at.record('replace_pricing_rules', {
    body: {
      rules: [
        { match: { kind: 'flight', cabin: 'business' }, currency: 'USD', percent: 2.5, fixed: 500, maximum: 10_000 },
        { match: {}, currency: 'USD', percent: 4, minimum: 300, round_to: 100 },
      ],
      version: 0,
    },
  });
  await at.record('get_pricing_rules');
  await at.record('pricing_rules_try', {
    body: {
      example: {
        kind: 'flight',
        carrier: 'LH',
        destination: 'JFK',
        cabin: 'business',
        amount: 120_000,
        currency: 'USD',
      },
      rules: [{ match: { kind: 'flight' }, currency: 'USD', percent: 2, minimum: 500 }],
    },
  });
}

/** The sandbox's own helpers; the last of them deletes what the journey made. */
export async function recordSandbox(at: Recorder): Promise<void> {
  await at.record('get_sandbox_clock');
  await at.record('sandbox_clock', { body: { advance_seconds: 3600 } });
  await at.record('sandbox_credits', { body: { amount: 1000 } });
  await at.record('sandbox_reset');
}

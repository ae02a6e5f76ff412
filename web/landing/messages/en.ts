import type { HomeMessages } from '../wording.ts';

/** English. */
export const en: HomeMessages = {
  home: {
    tab: 'Travel commerce API',
    title: 'Flights, hotels and cars in one API',
    description: 'Search flights, hotels and cars, sell them as one trip and service what was booked.',
    text: 'Search, put one trip together, take one payment, and change or cancel it later. This is the service itself: your key works at this address.',
    quickStart: 'Quick start',
    reference: 'API reference',
    firstCall: 'Your first call',
    firstCallText: 'Paste this into a terminal. It answers flights with prices that can be booked.',
    explainKey: 'The first start printed the API key or named its file; an account makes more of them.',
    more: 'Go on from here',
    cards: {
      docs: { title: 'Documentation', text: 'Guides from the first search to refunds, every operation, every error.' },
      explore: { title: 'Travel demand', text: 'Where people search and book, on a map, in lists and over time.' },
      signUp: { title: 'Create an account', text: 'API keys, members and applications, in the browser.' },
      signIn: { title: 'Sign in', text: 'API keys, members and applications, in the browser.' },
      manage: { title: 'Manage a booking', text: 'For travelers: find, change, cancel or print a booking.' },
      agents: { title: 'For AI agents', text: 'Every operation as a tool of the Model Context Protocol.' },
    },
    version: 'Version',
    health: 'Health',
    contract: 'OpenAPI document',
  },
  testMode: 'Sandbox. Nothing here is really booked and no real money moves.',
  error: {
    title: 'This page cannot be shown',
    missingTitle: 'Nothing at this address',
    missing: 'Check the link you were given, or start from the home page.',
    failed: 'Something went wrong on our side. Please try again in a moment.',
    refused: 'The request could not be accepted. Go back and try again.',
    reference: 'Reference',
    home: 'Go to the home page',
    booking: 'Find a booking',
  },
};

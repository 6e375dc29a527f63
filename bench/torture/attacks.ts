/** All attacks in the order in which they run. Each is loaded when it runs. */

import type { Attack } from './attack.ts'

export const attacks: readonly Attack[] = [
  {
    name: 'plans',
    title: 'random faults of clock, network, database, browser, model and clients, in process',
    run: async (options) => (await import('./simulator/plans.ts')).runPlans(options),
  },
  {
    name: 'origins',
    title: 'origin servers that reset, lie, flood and never finish',
    run: async (options) => (await import('./origins/origins.ts')).runOrigins(options),
  },
  {
    name: 'bodies',
    title: 'hostile documents of every kind through every output',
    run: async (options) => (await import('./bodies/bodies.ts')).runBodies(options),
  },
  {
    name: 'documents',
    title:
      'randomly broken PDFs, Office documents, books and tables, in bodies that are compressed, cut and mislabelled',
    run: async (options) => (await import('./documents/attack-documents.ts')).runDocuments(options),
  },
  {
    name: 'shapes',
    title:
      'random shapes of every kind that take more memory or time than available, sent to a service in a separate process',
    run: async (options) => (await import('./shapes/attack-shapes.ts')).runShapes(options),
  },
  {
    name: 'exhaustion',
    title: 'one key that holds memory, slots and connections, while another continues',
    run: async (options) => (await import('./exhaustion/exhaustion.ts')).runExhaustion(options),
  },
  {
    name: 'clients',
    title: 'clients that disconnect at every stage, read slowly or never',
    run: async (options) => (await import('./clients/clients.ts')).runClients(options),
  },
  {
    name: 'connections',
    title: 'a thousand connections, a tenth of them hostile',
    run: async (options) => (await import('./connections/connections.ts')).runConnections(options),
  },
  {
    name: 'ledger',
    title: 'processes that are killed while they share a ledger',
    run: async (options) => (await import('./ledger.ts')).runLedger(options),
  },
  {
    name: 'pages',
    title: 'pages that make the browser report, open or hold data endlessly',
    run: async (options) => (await import('./pages/attack-pages.ts')).runPages(options),
  },
  {
    name: 'classes',
    title: 'random variations of weaknesses that were once found: frames, numbers, floods, patterns, own headers',
    run: async (options) => (await import('./classes/attack-classes.ts')).runClasses(options),
  },
]

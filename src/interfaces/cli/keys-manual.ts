/** What `gleaner keys` takes. */

import { examples } from './help/examples.ts'
import { type CommandFlags, type Flag, type FlagGroup, jsonFlag, type Manual, type WordHelp } from './help/manual.ts'

const json = jsonFlag

/** The flags of each verb; another flag is refused by name. */
export const keyFlags = {
  create: {
    name: { type: 'string', value: 'NAME', about: 'What the key is for, at most 200 characters.', isRequired: true },
    credits: { type: 'string', value: 'N', about: 'Credits that it may spend; without it, as many as it wants.' },
    expires: {
      type: 'string',
      value: 'WHEN',
      about: 'Its last day: a date such as 2027-01-31, or 30d, 12h, 45m from now.',
    },
    'rate-limit': {
      type: 'string',
      value: 'N[/SECONDS]',
      about: 'Requests that it may make, in a minute or so many seconds.',
    },
    concurrency: { type: 'string', value: 'N', about: 'Requests at once; without it GLEANER_KEY_CONCURRENCY.' },
    json,
  },
  list: { json },
  show: { json },
  revoke: { json },
  rotate: {
    overlap: { type: 'string', value: 'TIME', about: 'How long the key before goes on working. Default: 24h.' },
    json,
  },
  grant: { json },
} as const satisfies Record<string, CommandFlags>

const id: WordHelp = { name: 'ID', about: 'Id of the key, as keys list shows it.' }

const call = (about: string, flags: Readonly<Record<string, Flag>>, ...words: WordHelp[]) => ({
  about,
  words,
  groups: [{ title: 'Arguments', flags }] satisfies FlagGroup[],
})

export const keysManual = {
  about: 'API keys and their credits. A key is shown once, when it is made; only its hash is stored.',
  groups: [],
  verbs: {
    create: call('Makes a key and prints it.', keyFlags.create),
    list: call('Lists every key with its state and balance.', keyFlags.list),
    show: call('Prints all that is known of one key.', keyFlags.show, id),
    revoke: call('Ends a key at once; its usage stays.', keyFlags.revoke, id),
    rotate: call('Makes another key of the same id and balance.', keyFlags.rotate, id),
    grant: call('Adds credits to a key.', keyFlags.grant, id, { name: 'N', about: 'How many.' }),
  },
  examples: examples.keys ?? [],
} satisfies Manual

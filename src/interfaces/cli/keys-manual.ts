/** The manual of `gleaner keys`. */

import { examples } from './help/examples.ts'
import { type CommandFlags, type Flag, type FlagGroup, jsonFlag, type Manual, type WordHelp } from './help/manual.ts'

const json = jsonFlag

/** Flags of each verb. Other flags are rejected by name. */
export const keyFlags = {
  create: {
    name: { type: 'string', value: 'NAME', about: 'What the key is for, up to 200 characters.', isRequired: true },
    credits: { type: 'string', value: 'N', about: 'Credits that it can spend. Default: unlimited.' },
    expires: {
      type: 'string',
      value: 'WHEN',
      about: 'Expiry: a date such as 2027-01-31 (its last day), or a time from now such as 30d, 12h or 45m.',
    },
    'rate-limit': {
      type: 'string',
      value: 'N[/SECONDS]',
      about: 'Maximum requests, per minute or per SECONDS.',
    },
    concurrency: {
      type: 'string',
      value: 'N',
      about: 'Maximum concurrent requests. Default: GLEANER_KEY_CONCURRENCY.',
    },
    json,
  },
  list: { json },
  show: { json },
  revoke: { json },
  rotate: {
    overlap: { type: 'string', value: 'TIME', about: 'How long the previous key continues to work. Default: 24h.' },
    json,
  },
  grant: { json },
} as const satisfies Record<string, CommandFlags>

const id: WordHelp = { name: 'ID', about: 'ID of the key, as shown by keys list.' }

const call = (about: string, flags: Readonly<Record<string, Flag>>, ...words: WordHelp[]) => ({
  about,
  words,
  groups: [{ title: 'Arguments', flags }] satisfies FlagGroup[],
})

export const keysManual = {
  about: 'Manages API keys and their credits. A key is shown once, when it is created; only its hash is stored.',
  groups: [],
  verbs: {
    create: call('Creates a key and prints it.', keyFlags.create),
    list: call('Lists every key with its state and balance.', keyFlags.list),
    show: call('Prints everything about one key.', keyFlags.show, id),
    revoke: call('Revokes a key immediately. Its usage is kept.', keyFlags.revoke, id),
    rotate: call('Creates a new key with the same ID and balance.', keyFlags.rotate, id),
    grant: call('Adds credits to a key.', keyFlags.grant, id, { name: 'N', about: 'Number of credits.' }),
  },
  examples: examples.keys ?? [],
} satisfies Manual

/** Builds the manual for an operation's command from its contract. */

import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import { type CommandFlags, type Example, type Flag, type Manual, outputFlags } from './manual.ts'
import { type GroupTitle, groupOf, groupTitles, kebab, mainParameter, withFlags } from './parameters.ts'
import { scrapeFlagGroups } from './scrape-flags.ts'

const ownFlags: Readonly<Record<string, Partial<Record<GroupTitle, CommandFlags>>>> = { scrape: scrapeFlagGroups }

/** The JSON Schema keywords that help shows for a parameter. */
interface ParameterSchema {
  type?: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

export function operationManual(operation: Operation & { command?: string }): Manual {
  const { input, title, command = '' } = operation
  const main = mainParameter(operation)
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
  const schemas = Object.entries(properties as Record<string, ParameterSchema>).map(([name, schema]) => {
    const sentences = (schema.description ?? '').split(/(?<=\.) /)
    // Nothing is charged on the command line.
    const description = sentences.filter((text) => !/\b(credits?|free|price)\b/.test(text)).join(' ')
    return [name, { ...schema, description: withFlags(description, input.shape) }] as const
  })
  const flags = schemas
    .filter(([name]) => name !== main && name !== ignored)
    .map(([name, schema]) => [name, flagOf(schema)] as const)
  return {
    about: `${title}.`,
    words: [{ name: main.toUpperCase(), about: schemas.find(([name]) => name === main)?.[1].description ?? '' }],
    groups: groupTitles.map((title) => ({
      title,
      flags: {
        ...Object.fromEntries(
          flags.filter(([name]) => groupOf(name) === title).map(([name, flag]) => [flagName(name, flag), flag]),
        ),
        ...ownFlags[command]?.[title],
        ...(title === 'Output' ? outputFlags : {}),
      },
    })),
    notes: exitCodes,
    examples: examples[command] ?? [],
  }
}

/** The command line doesn't keep pages, so there is nothing to reuse. */
const ignored = 'max_age_s'

/** A flag without a value is true, so help shows the negation of a flag that is true by default. */
const flagName = (name: string, { about, value }: Flag) =>
  `${value === undefined && about.endsWith('Default: true.') ? '[no-]' : ''}${kebab(name)}`

const exitCodes =
  'Exit code: 0 for a result, 2 for invalid input, 3 if the target failed, 4 if the service or the model failed. For several pages, the highest of their exit codes.'

function flagOf({
  type,
  description = '',
  default: byDefault,
  enum: choices,
  minimum,
  maximum,
}: ParameterSchema): Flag {
  const isNumber = type === 'integer' || type === 'number'
  const facts = [
    // If there is only one value, there is nothing to choose from. A description may already list the values.
    ...(choices === undefined || choices.length < 2 || choices.every((name) => description.includes(name))
      ? []
      : [`One of ${choices.join(', ')}.`]),
    ...(isNumber && minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}.`] : []),
    ...(byDefault === undefined || byDefault === false ? [] : [`Default: ${String(byDefault)}.`]),
  ]
  const about = [description, ...facts].join(' ')
  if (type === 'boolean') return { about }
  const value = choices ? 'NAME' : (valueNames[type ?? ''] ?? 'TEXT')
  return { value, about }
}

const valueNames: Record<string, string> = { integer: 'N', number: 'N', object: 'JSON', array: 'NAME,…' }

/** Examples by command. */
const examples: Readonly<Record<string, readonly Example[]>> = {
  scrape: [
    { call: 'scrape https://example.com/', does: 'The page as markdown.' },
    { call: 'scrape https://example.com/ --render-js', does: 'The same page after its scripts have run.' },
    { call: 'scrape https://example.com/ --output links --json', does: 'All links, with the whole result as JSON.' },
    {
      call: 'scrape https://example.com/ --css-selector p --max-chars 2000',
      does: 'Its paragraphs, up to 2,000 characters.',
    },
    { call: 'scrape --input urls.txt --output-dir pages', does: 'Each listed page in its own file.' },
    {
      call: 'scrape --input urls.txt --output-dir pages --server http://127.0.0.1:8787',
      does: 'The same, through a running service.',
    },
    { call: 'scrape --file report.pdf', does: 'Your own document as markdown.' },
  ],
  'google-ads': [
    { call: 'google-ads desk', does: 'The ads for a query, as markdown.' },
    {
      call: 'google-ads desk --domain de --locale de-DE --output json',
      does: 'The same query on google.de in German; prints only the list of ads.',
    },
  ],
  explain: [{ call: 'explain https://example.com/', does: 'What scrape keeps from the page, what it drops, and why.' }],
}

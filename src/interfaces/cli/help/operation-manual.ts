/** Builds the manual of an operation's command from its contract. */

import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import { examples } from './examples.ts'
import { mainParameter } from './main-parameter.ts'
import { type CommandFlags, type Flag, jsonFlag, type Manual, outputFlags } from './manual.ts'
import { type GroupTitle, groupOf, groupTitles } from './parameter-groups.ts'
import { scrapeFlagGroups } from './scrape-flags.ts'

/** Flags of a command in addition to its operation's parameters. */
const ownFlags: Readonly<Record<string, Partial<Record<GroupTitle, CommandFlags>>>> = { scrape: scrapeFlagGroups }

/** The JSON Schema keywords of a parameter that help shows. */
interface ParameterSchema {
  type?: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  minimum?: number
  maximum?: number
}

export function operationManual(operation: Operation & { command?: string }): Manual {
  const { input, title, price, command = '' } = operation
  const main = mainParameter(operation)
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
  const schemas = Object.entries(properties as Record<string, ParameterSchema>)
  const flags = schemas.filter(([name]) => name !== main).map(([name, schema]) => [name, flagOf(schema)] as const)
  return {
    about: `${title}. ${price === null ? 'Free.' : `Costs ${price.text}.`}`,
    words: [
      {
        name: main.toUpperCase(),
        about: properties[main] ? ((properties[main] as ParameterSchema).description ?? '') : '',
      },
    ],
    groups: groupTitles.map((title) => ({
      title,
      flags: {
        ...Object.fromEntries(
          flags.filter(([name]) => groupOf(name) === title).map(([name, flag]) => [name.replaceAll('_', '-'), flag]),
        ),
        ...ownFlags[command]?.[title],
        ...(title === 'Output' ? { ...outputFlags, json: wholeResult } : {}),
      },
    })),
    notes: exitCodes,
    examples: examples[command] ?? [],
  }
}

const wholeResult = { ...jsonFlag, about: 'Print the whole result, or the error, as JSON.' }

const exitCodes =
  'Exit code: 0 for a result, 2 for invalid input, 3 if the target failed, 4 if the service or the model failed. With several pages, the highest.'

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
    // With a single value there is nothing to choose from.
    ...(choices === undefined || choices.length < 2 ? [] : [`One of ${choices.join(', ')}.`]),
    ...(isNumber && minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}.`] : []),
    ...(byDefault === undefined || byDefault === false ? [] : [`Default: ${String(byDefault)}.`]),
  ]
  const about = [description, ...facts].join(' ')
  // A flag without a value is true, so a flag that is true by default is shown with the value false.
  if (type === 'boolean' && byDefault === true) return { type: 'string', value: 'false', about }
  if (type === 'boolean') return { type: 'boolean', about }
  const value = choices ? 'NAME' : (valueNames[type ?? ''] ?? 'TEXT')
  return { type: 'string', value, about }
}

/** Placeholder for the value of a flag, by type. */
const valueNames: Record<string, string> = { integer: 'N', number: 'N', object: 'JSON', array: 'NAME,…' }

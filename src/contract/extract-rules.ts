/** The parameters `extract_rules`, whose rules are parsed into the fields to read from a page (docs/scrape.md, Fields by selector), and `json_schema`. */

import { isJsonObject, type JsonObject } from '../base/json-value.ts'
import { jsonObject } from './parameters.ts'

export type Fields = readonly FieldRule[]

export interface FieldRule {
  name: string
  /** Path of its rule: `rows.output.link`. */
  path: string
  /** CSS selector within the surrounding element. Empty for that element itself. */
  selector: string
  /** The first match, every match, or the first match as a table. */
  type: FieldType
  /** Value to read from a match. Not used for tables. */
  value: MatchValue
}

type MatchValue = 'text' | { attribute: string } | { fields: Fields }

const types = ['item', 'list', 'table'] as const

type FieldType = (typeof types)[number]

const maxChars = 10_000
const maxRules = 100
const maxNesting = 5

export const extractRules = jsonObject({
  maxChars,
  description:
    'Extract fields by CSS selector, without a model; content is an object. A rule is "selector", "selector@attribute" or {selector, type: item, list or table, output: "@attribute" or rules within the match}.',
  example: { title: 'h1', rows: { selector: '.row', type: 'list', output: { name: 'a', link: 'a@href' } } },
  check(rules) {
    try {
      readRules(rules)
      return null
    } catch (error) {
      if (error instanceof RuleError) return error.message
      throw error
    }
  },
})

class RuleError extends Error {
  override readonly name = 'RuleError'
}

/**
 * Returns the fields that a valid `extract_rules` asks for. Throws RuleError, whose message begins with the path of the rule.
 * @example
 * readRules({ image: 'img@src' }) // [{ name: 'image', path: 'image', type: 'item', selector: 'img', value: { attribute: 'src' } }]
 * readRules({ price: { type: 'list' } }) // throws RuleError
 */
export function readRules(rules: JsonObject): Fields {
  let count = 0

  function fieldsOf(written: JsonObject, path: string, nesting: number): Fields {
    const rules = Object.entries(written)
    if (rules.length === 0) refuse(path, 'rules are missing')
    if (nesting > maxNesting) refuse(path, `rules are nested more than ${maxNesting} deep`)
    count += rules.length
    if (count > maxRules) refuse('', `there are more than ${maxRules} rules`)
    return rules.map(([name, rule]) => fieldOf(name, rule, path === '' ? name : `${path}.${name}`, nesting))
  }

  function fieldOf(name: string, rule: unknown, path: string, nesting: number): FieldRule {
    if (typeof rule === 'string') return { name, path, type: 'item', ...partsOf(rule) }
    if (!isJsonObject(rule)) return refuse(path, `a rule is ${forms}`)
    const { selector, type = 'item', output, ...others } = rule
    for (const other of Object.keys(others)) refuse(path, `unknown key ${shown(other)}; the keys of a rule are ${keys}`)
    if (typeof selector !== 'string') return refuse(path, `selector should be a string; the keys of a rule are ${keys}`)
    if (!isType(type)) return refuse(path, 'type should be "item", "list" or "table"')
    if (type === 'table' && output !== undefined) refuse(path, "a table can't have an output")
    const parts = partsOf(selector)
    if (parts.value === 'text') {
      return { name, path, selector: parts.selector, type, value: matchValueOf(output, `${path}.output`, nesting) }
    }
    if (output !== undefined) refuse(path, "a selector with an attribute can't be combined with output")
    if (type === 'table') refuse(path, "a table can't have an attribute")
    return { name, path, type, ...parts }
  }

  function matchValueOf(output: unknown, path: string, nesting: number): MatchValue {
    if (output === undefined) return 'text'
    if (isJsonObject(output)) return { fields: fieldsOf(output, path, nesting + 1) }
    const parts = typeof output === 'string' ? partsOf(output) : null
    if (parts?.selector === '') return parts.value
    return refuse(path, 'this should be "@attribute", or an object of rules to apply within the match')
  }

  return fieldsOf(rules, '', 1)
}

const forms = '"selector", "selector@attribute", or an object with selector, type and output'
const keys = 'selector, type ("item", "list" or "table") and output'

function refuse(path: string, problem: string): never {
  throw new RuleError(path === '' ? problem : `${shown(path)}: ${problem}`)
}

function isType(type: unknown): type is FieldType {
  return types.some((one) => one === type)
}

/** Matches the attribute name after the last `@`. Doesn't match `\@`, or a name that a quote or bracket follows, as in `[title="a@b"]`. */
const attributeBehind = /^(.*)(?<!\\)@([^\s@"'<>/=()[\]\\]+)\s*$/s

/** `a@href` → `a` and the attribute. */
function partsOf(text: string): Pick<FieldRule, 'selector' | 'value'> {
  const [, selector = '', attribute] = attributeBehind.exec(text) ?? []
  return attribute === undefined
    ? { selector: text.trim(), value: 'text' }
    : { selector: selector.trim(), value: { attribute } }
}

const maxShownChars = 100

function shown(name: string): string {
  return name.length > maxShownChars ? `${name.slice(0, maxShownChars - 1).toWellFormed()}…` : name
}

/** Maximum nesting of schemas. */
const maxDepth = 20

/** Keywords whose value is never a schema, even if it looks like one. */
const literals = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords whose values are objects or lists of schemas. These don't count as levels. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'])
const references = ['$ref', '$dynamicRef', '$recursiveRef']

export const dataSchema = jsonObject({
  maxChars: 50_000,
  description:
    'JSON Schema of type object. Content is an object that a language model fills in from this page alone, with null for what the page lacks. +5 credits, only once with prompt.',
  example: { type: 'object', properties: { price: { type: 'number' } } },
  check: (schema) =>
    schema.type === 'object' ? problemIn(schema, 1) : 'the root of the schema must be of type object',
})

/** Returns the object for a page other than the requested one. Properties that must be lists are empty lists, and all others are null. */
export function missingData({ properties }: JsonObject): JsonObject {
  const entries = isJsonObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, isJsonObject(schema) && schema.type === 'array' ? [] : null]),
  )
}

/** The limit on nesting also applies to literals, so that recursion can't overflow the stack. */
function problemIn(value: unknown, depth: number, isLiteral = false): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (depth > maxDepth) return `the schema is nested deeper than ${maxDepth}`
  if (!isLiteral && isJsonObject(value) && refersElsewhere(value))
    return 'references in the schema must start with #, because they can only point to parts of the same schema'
  for (const [keyword, part] of Object.entries(value)) {
    const isLiteralPart = isLiteral || (literals.has(keyword) && !Array.isArray(value))
    const isCollection = (maps.has(keyword) && isJsonObject(part)) || (lists.has(keyword) && Array.isArray(part))
    for (const one of isCollection && !isLiteralPart ? Object.values(part as object) : [part]) {
      const problem = problemIn(one, depth + 1, isLiteralPart)
      if (problem !== null) return problem
    }
  }
  return null
}

/** True if the schema refers to a URL, which is never fetched. */
function refersElsewhere(schema: JsonObject): boolean {
  return references.some((keyword) => typeof schema[keyword] === 'string' && !schema[keyword].startsWith('#'))
}

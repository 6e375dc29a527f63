/** Generates the TypeScript client's types from the API's OpenAPI document. */

import { z } from 'zod'
import { type ErrorType, errorTable, publicType } from '../src/base/errors.ts'
import { explain } from '../src/contract/explain.ts'
import { link, listedImage } from '../src/contract/list-items.ts'
import { metadata } from '../src/contract/metadata.ts'
import { resultTail } from '../src/contract/operation.ts'
import { outputs, scrapeResult } from '../src/contract/scrape.ts'
import { warning } from '../src/contract/warning.ts'
import { schemaOf } from '../src/interfaces/http/openapi/components.ts'
import { createOpenApi } from '../src/interfaces/http/openapi/openapi-document.ts'
import { registry } from './document-tables.ts'

interface JsonSchema {
  type?: string | readonly string[]
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
}

interface Parameter {
  name: string
  required: boolean
  description?: string
  /** An object is JSON text in a query string. `contentSchema` is its schema. */
  schema: JsonSchema & { contentSchema?: JsonSchema }
}

interface Method {
  operationId: string
  summary: string
  parameters?: Parameter[]
}

interface Document {
  paths: Record<string, { get?: Method; post?: Method }>
  components: { schemas: Record<string, JsonSchema> }
}

const scrape = scrapeResult.shape

/** Types that others refer to, each with its description. */
const shared: Readonly<Record<string, { about: string; schema: z.ZodType }>> = {
  Output: { about: 'An output of `scrape`.', schema: scrape.output },
  Link: { about: 'A link on a page. `internal` is null for URLs other than http and https.', schema: link },
  Image: { about: 'An image on a page. A size that is not given is null.', schema: listedImage },
  Metadata: {
    about: 'The metadata of a page. A piece of it has only some of the fields.',
    schema: metadata.partial(),
  },
  Content: { about: 'The content of a result, for any output.', schema: scrape.content },
  Warning: { about: 'A caveat about a result.', schema: warning },
  PagePart: { about: 'A part of a page that `scrape` keeps or drops.', schema: partOfPage() },
  Receipt: { about: 'The last fields of a result.', schema: z.strictObject(resultTail) },
}

function partOfPage(): z.ZodType {
  return (explain.result as unknown as z.ZodObject<{ kept: z.ZodArray<z.ZodType> }>).shape.kept.element
}

const sharedSchemas = Object.entries(shared).map(([name, { about, schema }]) => {
  return { name, about, schema: schemaOf(schema, 'output') as JsonSchema }
})
const sharedNames = new Map(sharedSchemas.map(({ name, schema }) => [keyOf(schema), name]))

/** Returns a key that is the same for schemas of the same type. */
function keyOf({ description, default: _, ...schema }: JsonSchema): string {
  return JSON.stringify(schema)
}

/** Returns the text of packages/client/src/api.ts. */
export function clientTypes(): string {
  const offered = Object.values(registry).filter(({ restPath }) => restPath !== undefined)
  const { paths, components } = createOpenApi(offered) as unknown as Document
  const operations = offered.map(({ name, restPath = '' }) => {
    const { get, post } = paths[restPath] ?? {}
    const { summary = '', parameters = [] } = get ?? post ?? {}
    const [method, type] = [camel(name), pascal(name)]
    const takes = !get ? 'document' : post ? 'json' : 'query'
    const result = components.schemas[`${name}_result`] ?? {}
    return { method, type, restPath, takes, summary, parameters: parametersSchema(parameters), result }
  })
  const [scraped] = operations
  const errorTypes = new Set((Object.keys(errorTable) as ErrorType[]).map(publicType))
  return [
    '/** Types and paths of the API, generated from its OpenAPI document by `npm run docs`. Do not edit. */',
    `/** The kind of an error, as a constant that programs can compare. */\nexport type ErrorType = ${oneOf([...errorTypes])}`,
    ...sharedSchemas.map(({ name, about, schema }) => `/** ${about} */\n${declare(name, schema)}`),
    ...operations.flatMap(({ method, type, parameters, result, summary }) => [
      `/** Parameters of \`${method}\`. ${summary}. */\n${parametersType(type, parameters, scraped?.parameters)}`,
      `/** Result of \`${method}\`. ${summary}. */\n${resultType(type, result, scraped?.result)}`,
    ]),
    `/** A document to send: a file, its bytes, or its text. The type of a Blob is sent as its media type. */
export type UploadedDocument = Blob | ArrayBuffer | Uint8Array | string`,
    `/** Content of \`scrape\` by output. */\nexport interface ScrapeContent ${membersOf(scrapeContent(components.schemas.scrape_result ?? {}), '')}`,
    `/** Every operation, by the name of its method. */\nexport interface Operations {\n${operations
      .map(({ method, type, takes }) => {
        const document = takes === 'document' ? 'document: UploadedDocument; ' : ''
        return `  ${method}: { ${document}parameters: ${type}Parameters; result: ${type}Result }`
      })
      .join('\n')}\n}`,
    `/** Path of each operation. It takes its parameters in the query string, there with a document as the body, or as a JSON object. */
export const routes: Readonly<Record<keyof Operations, { path: string; takes: 'query' | 'document' | 'json' }>> = {\n${operations
      .map(({ method, restPath, takes }) => `  ${method}: { path: '${restPath}', takes: '${takes}' },`)
      .join('\n')}\n}`,
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns the form of each output from the alternatives of `content`. */
function scrapeContent({ properties = {} }: JsonSchema): JsonSchema {
  const { anyOf = [] } = properties.content ?? {}
  const find = (isOne: (schema: JsonSchema) => unknown) => anyOf.find(isOne) ?? {}
  const links = find(({ items }) => items?.properties?.text)
  const images = find(({ items }) => items?.properties?.alt)
  const strings = find(({ items }) => items?.type === 'string')
  const screenshot = find((schema) => schema.properties?.media_type)
  const metadata = find((schema) => schema.properties?.json_ld)
  const formOf = (name: string): JsonSchema => {
    if (name === 'images') return images
    if (name === 'screenshot') return screenshot
    if (name === 'html_head_metadata_json') return metadata
    if (name.endsWith('links')) return links
    if (name.startsWith('email')) return strings
    if (['markdown', 'text', 'raw_html', 'clean_html'].includes(name)) return { type: 'string' }
    throw new Error(`Add the type of the output ${name} here`)
  }
  const entries = outputs.map((name) => [name, formOf(name)])
  return { type: 'object', properties: Object.fromEntries(entries), required: outputs }
}

function declare(name: string, schema: JsonSchema): string {
  return schema.properties
    ? `export interface ${name} ${membersOf(schema, '')}`
    : `export type ${name} = ${writtenType(schema, '')}`
}

/** Returns the type of an operation's parameters. An empty interface would accept anything. */
function parametersType(type: string, schema: JsonSchema, scraped: JsonSchema = {}): string {
  const names = namesOf(schema)
  if (names.length === 0) return `export type ${type}Parameters = Record<string, never>`
  const inherited = schema === scraped ? [] : commonMembers(schema, scraped)
  if (inherited.length < minInherited) return declare(`${type}Parameters`, schema)
  const base = `Pick<ScrapeParameters, ${oneOf(inherited)}>`
  if (inherited.length === names.length) return `export type ${type}Parameters = ${base}`
  return `export interface ${type}Parameters extends ${base} ${membersOf(without(schema, inherited), '')}`
}

/** Types with fewer common members repeat them instead of extending another type. */
const minInherited = 3

function resultType(type: string, schema: JsonSchema, scraped: JsonSchema = {}): string {
  const names = namesOf(schema)
  const tail = Object.keys(resultTail)
  if (schema !== scraped && names.join() === namesOf(scraped).join()) {
    const inherited = commonMembers(schema, scraped)
    const changed = names.filter((name) => !inherited.includes(name))
    const members = membersOf(without(schema, inherited), '')
    return `export interface ${type}Result extends Omit<ScrapeResult, ${oneOf(changed)}> ${members}`
  }
  if (!tail.every((name) => names.includes(name))) return declare(`${type}Result`, schema)
  return `export interface ${type}Result extends Receipt ${membersOf(without(schema, tail), '')}`
}

const namesOf = ({ properties = {} }: JsonSchema) => Object.keys(properties)

function commonMembers(schema: JsonSchema, other: JsonSchema): string[] {
  const textOf = ({ properties = {}, required = [] }: JsonSchema, name: string) =>
    JSON.stringify([properties[name], required.includes(name)])
  return namesOf(schema).filter((name) => textOf(schema, name) === textOf(other, name))
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))
  return { ...schema, properties: Object.fromEntries(rest) }
}

const oneOf = (names: readonly string[]) => names.map((name) => `'${name}'`).join(' | ')

function parametersSchema(parameters: readonly Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description = '', schema: { contentSchema, ...written } }) => {
        return [name, { ...(contentSchema ?? written), description }]
      }),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function membersOf({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `/** ${schema.description} */ `
    return `${inner}${about}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`
  })
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`
}

const typesByName: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema: JsonSchema, indent: string): string {
  return sharedNames.get(keyOf(schema)) ?? writtenType(schema, indent)
}

function writtenType(schema: JsonSchema, indent: string): string {
  // These values depend on settings. Each server reports the models that it offers.
  if (schema.enum?.some((value) => String(value).startsWith('('))) return 'string'
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ')
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`
  if (schema.type !== 'object') return typesByName[schema.type ?? ''] ?? 'unknown'
  if (schema.properties) return membersOf(schema, indent)
  const values = schema.additionalProperties
  const valueType = typeof values === 'object' ? typeOf(values, indent) : 'unknown'
  return schema.propertyNames?.enum
    ? `Partial<Record<${typeOf(schema.propertyNames, indent)}, ${valueType}>>`
    : `Record<string, ${valueType}>`
}

/** Converts `google_ads` to a method name: `googleAds`. */
function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function pascal(name: string): string {
  return camel(`_${name}`)
}

/** Reads the service's OpenAPI document. Parameters added to the service later appear in the form automatically. */

type FieldKind = 'enum' | 'boolean' | 'number' | 'text' | 'long text' | 'choices' | 'pairs' | 'lines' | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  /** True if the parameter is sent as a request header. */
  isHeader: boolean
  required: boolean
  description: string
  /** The default value as the form shows it. Empty if the parameter has no default. */
  defaultText: string
  example: string
  choices: readonly string[]
}

export interface ApiOperation {
  name: string
  title: string
  path: string
  /** Path to which a file is sent instead of the subject. Null if the operation takes no file. */
  filePath: string | null
  /** True if the same path accepts a POST with the parameters as a JSON body. */
  takesJson: boolean
  /** Path that accepts a list of URLs, or null. */
  batchPath: string | null
  price: string | null
  /** The required parameter: a URL or a query. */
  subject: FormField
  /** All other parameters, most common first. */
  fields: readonly FormField[]
}

interface OpenApiParameter {
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  examples?: Record<string, { value?: unknown }>
  schema?: FieldSchema
}

interface OpenApiMethod {
  operationId?: string
  summary?: string
  parameters?: readonly OpenApiParameter[]
  responses?: Record<string, { description?: string }>
}

type OpenApiPath = { parameters?: readonly OpenApiParameter[] } & Partial<Record<'get' | 'post', OpenApiMethod>>

export interface OpenApiDocument {
  paths?: Record<string, OpenApiPath>
  components?: { responses?: Record<string, { description?: string }> }
}

/** Returns the operations with a required parameter, which becomes the subject. The others concern only the key. */
export function readOpenApi(document: OpenApiDocument): ApiOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const { get, post } = item
    // Routes with a URL in their path are for other programs.
    if (!get || path.includes('{')) return []
    const parameters = [...(get.parameters ?? []), ...(item.parameters ?? [])]
    const fields = parameters.map((parameter) => fieldOf(parameter, document))
    const subject = fields.find(({ required, isHeader }) => required && !isHeader)
    if (!subject) return []
    return {
      name: get.operationId ?? path,
      title: get.summary ?? '',
      path,
      filePath: get.operationId === 'scrape' && document.paths?.['/v1/convert']?.post ? '/v1/convert' : null,
      takesJson: post !== undefined,
      batchPath: document.paths?.[`${path}/batch`] ? `${path}/batch` : null,
      price: /Price: (.+?)\.(?:\s|$)/s.exec(get.responses?.['200']?.description ?? '')?.[1] ?? null,
      subject,
      fields: fields.filter((field) => field !== subject),
    }
  })
}

/** Reads the hint for each error type from the response descriptions, which list it as `` - `type`: hint ``. */
export function readHints({ components }: OpenApiDocument): Map<string, string> {
  const lines = Object.values(components?.responses ?? {}).flatMap(({ description }) => description?.split('\n') ?? [])
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, type, hint] = /^- `(\w+)`: (.+)$/.exec(line) ?? []
      return type && hint ? [[type, hint]] : []
    }),
  )
}

function fieldOf(given: OpenApiParameter, document: OpenApiDocument): FormField {
  // A parameter may be a reference, in the same form as a schema.
  const parameter = resolveSchema(given as FieldSchema, document) as OpenApiParameter
  const { contentSchema, ...written } = parameter.schema ?? {}
  const schema = resolveSchema(contentSchema ?? written, document)
  const named = Object.values(parameter.examples ?? {})[0]?.value
  return {
    name: parameter.name,
    kind: fieldKind(schema, document),
    isHeader: parameter.in === 'header',
    required: parameter.required ?? false,
    description: parameter.description ?? schema.description ?? '',
    defaultText: textOfValue(schema.default),
    example: textOfValue(parameter.example ?? named ?? schema.examples?.[0] ?? schema.example),
    choices: choicesOf(schema, document),
  }
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface FieldSchema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  additionalProperties?: boolean | FieldSchema
  anyOf?: readonly FieldSchema[]
  oneOf?: readonly FieldSchema[]
  default?: unknown
  examples?: readonly unknown[]
  example?: unknown
  description?: string
  maxLength?: number
  /** The schema of the value that a string contains as JSON. */
  contentSchema?: FieldSchema
}

const minLongTextChars = 3000

/** Follows references within the document. If there are alternatives, takes the first one that isn't null. */
function resolveSchema(schema: FieldSchema, root: unknown): FieldSchema {
  if (schema.$ref?.startsWith('#/')) {
    const { $ref, ...rest } = schema
    return resolveSchema({ ...(atPointer(root, $ref) as FieldSchema), ...rest }, root)
  }
  const { anyOf, oneOf, ...rest } = schema
  const alternatives = anyOf ?? oneOf
  if (!alternatives) return schema
  const chosen = alternatives.map((one) => resolveSchema(one, root)).find(({ type }) => type !== 'null')
  return { ...chosen, ...rest }
}

function atPointer(root: unknown, pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)
}

function fieldKind(schema: FieldSchema, root: unknown): FieldKind {
  if (schema.enum) return 'enum'
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null')
  if (type === 'array' && choicesOf(schema, root).length > 0) return 'choices'
  if (type === 'array') return resolveSchema(schema.items ?? {}, root).type === 'string' ? 'lines' : 'json'
  if (type === 'object') return isMapOfStrings(schema) ? 'pairs' : 'json'
  if (type === 'string') return (schema.maxLength ?? 0) >= minLongTextChars ? 'long text' : 'text'
  return type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'json'
}

function isMapOfStrings({ properties, additionalProperties }: FieldSchema): boolean {
  return !properties && typeof additionalProperties === 'object' && additionalProperties.type === 'string'
}

function choicesOf(schema: FieldSchema, root: unknown): string[] {
  const values = schema.enum ?? resolveSchema(schema.items ?? {}, root).enum ?? []
  return values.filter((value) => value !== null).map(String)
}

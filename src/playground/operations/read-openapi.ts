/** Reads the service's OpenAPI document. Parameters added to the service later appear in the form automatically. */

import type { ApiOperation, FormField } from './api-operation.ts'
import { choicesOf, type FieldSchema, fieldKind, resolveSchema } from './json-schema.ts'

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
    if (!get) return []
    const parameters = [...(get.parameters ?? []), ...(item.parameters ?? [])]
    const fields = parameters.map((parameter) => fieldOf(parameter, document))
    const subject = fields.find(({ required, isHeader }) => required && !isHeader)
    if (!subject) return []
    return {
      name: get.operationId ?? path,
      title: get.summary ?? '',
      path,
      takesJson: post !== undefined,
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

/** Returns a value in the form's notation: strings unchanged, everything else as JSON. */
function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Reads the API's description into the operations that the page offers: whatever it gains later is in the form by itself. */

import type { ApiOperation, FormField } from './api-operation.ts'
import { boundsOf, choicesOf, type FieldSchema, fieldKind, resolveSchema } from './json-schema.ts'

interface OpenApiParameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  examples?: Record<string, { value?: unknown }>
  schema?: FieldSchema
  content?: Record<string, { schema?: FieldSchema }>
}

interface OpenApiMethod {
  operationId?: string
  summary?: string
  description?: string
  parameters?: readonly OpenApiParameter[]
  responses?: Record<string, { description?: string }>
  'x-mcp-tool'?: string
  'x-command'?: string
}

type OpenApiPath = { parameters?: readonly OpenApiParameter[] } & Partial<Record<'get' | 'post', OpenApiMethod>>

export interface OpenApiDocument {
  info?: { version?: string }
  paths?: Record<string, OpenApiPath>
}

/** Operations that have a subject: a required parameter, the first one. The others answer questions about the key. */
export function readOpenApi(document: OpenApiDocument, format: Intl.NumberFormat): ApiOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const { get, post } = item
    if (!get) return []
    const parameters = [...(get.parameters ?? []), ...(item.parameters ?? [])]
    const fields = parameters.map((parameter) => fieldOf(resolveParameter(parameter, document), document, format))
    const subject = fields.find(({ required, isHeader }) => required && !isHeader)
    if (!subject) return []
    return {
      name: get.operationId ?? path,
      title: get.summary ?? '',
      description: get.description ?? '',
      path,
      takesJson: post !== undefined,
      price: /Price: (.+?)\.(?:\s|$)/s.exec(get.responses?.['200']?.description ?? '')?.[1] ?? null,
      tool: get['x-mcp-tool'] ?? null,
      command: get['x-command'] ?? null,
      subject,
      fields: fields.filter((field) => field !== subject),
    }
  })
}

function resolveParameter(parameter: OpenApiParameter, document: OpenApiDocument): OpenApiParameter {
  // A parameter is no schema, but refers to its definition in the same way.
  return resolveSchema(parameter as FieldSchema, document) as OpenApiParameter
}

function fieldOf(parameter: OpenApiParameter, document: OpenApiDocument, format: Intl.NumberFormat): FormField {
  const inContent = Object.values(parameter.content ?? {})[0]?.schema
  const schema = resolveSchema(parameter.schema ?? inContent ?? {}, document)
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
    bounds: boundsOf(schema, format),
  }
}

/** A value as it is written in the form: text as it is, all else as JSON. */
function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Tools, resources and prompts with the fixed results that the conformance suite expects from a server in both protocol eras. */

import { setTimeout } from 'node:timers/promises'

type Json = Record<string, unknown>

/** Lets a fixture tool notify its client while it runs. */
export interface FixtureClient {
  progressToken: string | number | undefined
  notify(method: string, params: Json): Promise<void>
}

export interface FixtureTool {
  description: string
  inputSchema?: Json
  call(args: Json, client: FixtureClient): Promise<Json> | Json
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

export const text = (words: string): Json => ({ type: 'text', text: words })
const image = { type: 'image', data: png, mimeType: 'image/png' }
const result = (...content: Json[]): Json => ({ content })
const noArguments = { type: 'object', properties: {} }

export const tools: Record<string, FixtureTool> = {
  test_simple_text: {
    description: 'Returns a text',
    call: () => result(text('This is a simple text response for testing.')),
  },
  test_image_content: { description: 'Returns an image', call: () => result(image) },
  test_audio_content: {
    description: 'Returns a sound',
    call: () => result({ type: 'audio', data: wav, mimeType: 'audio/wav' }),
  },
  test_embedded_resource: {
    description: 'Returns a resource',
    call: () =>
      result({
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      }),
  },
  test_multiple_content_types: {
    description: 'Returns a text, an image and a resource',
    call: () =>
      result(text('Multiple content types test:'), image, {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      }),
  },
  test_error_handling: {
    description: 'Fails',
    call: () => ({ isError: true, ...result(text('This tool intentionally returns an error for testing')) }),
  },
  test_tool_with_progress: {
    description: 'Reports its progress',
    async call(_, { progressToken, notify }) {
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) await notify('notifications/progress', { progressToken, progress, total: 100 })
        await setTimeout(20)
      }
      return result(text('Done'))
    },
  },
  json_schema_2020_12_tool: {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: () => result(text('Called')),
  },
}

/** Entries of `tools/list`, in order. */
export function listTools(all: Record<string, FixtureTool>): Json[] {
  return Object.entries(all).map(([name, { description, inputSchema = noArguments }]) => ({
    name,
    description,
    inputSchema,
  }))
}

export const resources = [
  { uri: 'test://static-text', name: 'text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'binary', description: 'An image', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched', description: 'One to subscribe to', mimeType: 'text/plain' },
]

export const resourceTemplates = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'Data', mimeType: 'application/json' },
]

/** The contents of a resource, or null. */
export function readResource(uri: string): Json | null {
  const id = /^test:\/\/template\/(\w+)\/data$/.exec(uri)?.[1]
  const contents: Record<string, Json> = {
    'test://static-text': {
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    },
    'test://static-binary': { mimeType: 'image/png', blob: png },
    'test://watched-resource': { mimeType: 'text/plain', text: 'Watched' },
  }
  const found =
    id === undefined
      ? contents[uri]
      : {
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        }
  return found ? { contents: [{ uri, ...found }] } : null
}

const messages = (...content: Json[]): Json => ({ messages: content.map((one) => ({ role: 'user', content: one })) })
const required = (name: string) => ({ name, description: name, required: true })

export interface FixturePrompt {
  description: string
  arguments?: Json[]
  get(args: Record<string, string>): Json
}

export const prompts: Record<string, FixturePrompt> = {
  test_simple_prompt: {
    description: 'A prompt without arguments',
    get: () => messages(text('This is a simple prompt for testing.')),
  },
  test_prompt_with_arguments: {
    description: 'A prompt with two arguments',
    arguments: [required('arg1'), required('arg2')],
    get: ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt with a resource',
    arguments: [required('resourceUri')],
    get: ({ resourceUri: uri }) =>
      messages(
        { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
        text('Please process the embedded resource above.'),
      ),
  },
  test_prompt_with_image: {
    description: 'A prompt with an image',
    get: () => messages(image, text('Please analyze the image above.')),
  },
}

export function listPrompts(all: Record<string, FixturePrompt>): Json[] {
  return Object.entries(all).map(([name, { description, arguments: args = [] }]) => ({
    name,
    description,
    arguments: args,
  }))
}

export const completion = { completion: { values: ['testing'], total: 1, hasMore: false } }

/** Parity cases for `json_schema` and for other providers' models. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const schema = {
  type: 'object',
  properties: { heading: { type: 'string' }, year: { type: 'integer' } },
  required: ['heading', 'year'],
}
const filled = { heading: 'Parity', year: null }
const json = JSON.stringify(filled)

export const dataCases: ParityCase[] = [
  scrape(
    'data for a schema',
    { json_schema: schema },
    {
      result: {
        ...{ output: 'markdown', content: filled, model: 'claude-haiku-5-5', total_chars: json.length },
        ...{ usage: { input_tokens: 25, output_tokens: 15 }, credits_charged: 6 },
      },
    },
  ),
  scrape(
    'data with a prompt, a model and a view',
    { json_schema: schema, prompt: 'Of the heading', model: 'claude-sonnet-5-5', output: 'clean_html' },
    { result: { output: 'clean_html', content: filled, model: 'claude-sonnet-5-5', credits_charged: 6 } },
  ),
  scrape(
    'a piece of the data',
    { json_schema: schema, max_chars: 10 },
    { result: { content: { heading: 'Parity' }, next_offset: json.indexOf('"year"') } },
  ),
  at(
    '/missing',
    'data of a 404',
    {
      result: {
        ...{ status_code: 404, model: null, content: { heading: null, year: null }, credits_charged: 0 },
        content_hash: null,
      },
    },
    { json_schema: schema },
  ),
  scrape(
    'data that violates the schema',
    { json_schema: { ...schema, required: ['author'] } },
    { error: 'model_failed', status: 502, charged: 5 },
  ),
  scrape(
    'data that the model refuses',
    { json_schema: schema, prompt: 'Refuse this' },
    { error: 'model_failed', status: 502, charged: 5 },
  ),
  scrape(
    'data that the service does not accept',
    { json_schema: schema, prompt: 'Fail at this' },
    { error: 'model_failed', status: 502 },
  ),
  scrape(
    'a prompt for a model from another service',
    { prompt: 'What is this?', model: 'openai/qwen3' },
    { result: { content: 'An article about parity.', model: 'openai/qwen3', credits_charged: 6 } },
  ),
  scrape(
    'data from a model of another service',
    { json_schema: schema, model: 'openai/qwen3' },
    { result: { content: filled, model: 'openai/qwen3', credits_charged: 6 } },
  ),
  scrape(
    'a refusal by a model of another service',
    { prompt: 'Refuse this', model: 'openai/qwen3' },
    { error: 'model_failed', status: 502, charged: 5 },
  ),
  scrape(
    'a prompt that another service does not accept',
    { prompt: 'Fail at this', model: 'openai/qwen3' },
    { error: 'model_failed', status: 502 },
  ),
  refused('a schema for a list', { json_schema: { type: 'array' } }, 'value_error'),
  refused('a schema as text', { json_schema: 'a schema' }, 'value_error'),
  refused('a schema that can’t be compiled', { json_schema: { type: 'object', required: 1 } }, 'value_error'),
  refused(
    'a schema at a URL',
    { json_schema: { type: 'object', $ref: 'https://example.com/schema.json' } },
    'value_error',
  ),
  refused('a schema and an unknown output', { json_schema: schema, output: 'pdf' }, 'enum'),
]

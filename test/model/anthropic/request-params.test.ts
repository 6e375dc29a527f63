import { describe, expect, it } from 'vitest'
import { requestParams } from '../../../src/model/anthropic/anthropic.ts'
import type { JsonSchema, ModelRequest } from '../../../src/model/model/language-model.ts'

const request: ModelRequest = {
  ...{ model: 'm', system: 'Rules', page: 'Page', cachesPage: false, task: 'What?', schema: null },
  ...{ maxOutputTokens: 100, signal: new AbortController().signal, deadlineAt: 0 },
}
const schemaOf = (schema: JsonSchema) => requestParams({ ...request, schema }).output_config?.format?.schema

describe('the parameters of a call', () => {
  it('mark the page for the cache only if it is sent again', () => {
    const page = (cachesPage: boolean) => requestParams({ ...request, cachesPage }).messages[0]?.content[0]
    expect(page(false)).toEqual({ type: 'text', text: 'Page' })
    expect(page(true)).toEqual({ type: 'text', text: 'Page', cache_control: { type: 'ephemeral' } })
  })

  it('append a correction to the first request', () => {
    const messages = (answer: string) =>
      requestParams({ ...request, correction: { answer, problem: 'Again.' } }).messages.slice(1)
    expect(messages('Five.')).toEqual([
      { role: 'assistant', content: 'Five.' },
      { role: 'user', content: 'Again.' },
    ])
    expect(messages(' ')[0]).toEqual({ role: 'assistant', content: '(nothing)' })
  })

  it('have a schema with only the keywords that the service supports', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] }
    expect(schemaOf(schema)).toMatchObject({ type: 'object', additionalProperties: false, required: ['n'] })
    expect(schemaOf(schema)).not.toHaveProperty('properties.n.minimum')
  })

  it.each([
    ['has additional properties', { type: 'object', additionalProperties: { type: 'number' } }],
    ['names no properties', { type: 'array', items: { type: 'object', properties: {} } }],
    ['is a part that does', { anyOf: [{ type: 'null' }, { type: 'object' }] }],
    ['leaves a type open', { type: 'object', properties: { a: {} } }],
  ])('have no schema if it %s', (_, schema) => expect(schemaOf(schema)).toBeUndefined())
})

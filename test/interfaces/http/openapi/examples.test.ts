import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { outputs } from '../../../../src/contract/scrape.ts'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry, type RegisteredOperation } from '../../../../src/operations/registry.ts'

interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: examples are read without types
  value: any
}
type Examples = Record<string, Example>

const registry = createRegistry(['model-a'])
// biome-ignore lint/suspicious/noExplicitAny: the document is read without types
const document = createOpenApi(Object.values(registry)) as any
const examplesIn = (response: { content: Record<string, { examples: Examples }> }): Examples =>
  response.content['application/json']?.examples ?? {}

const results = Object.values(registry).flatMap((operation) => {
  const { get, post } = document.paths[String(operation.restPath)]
  const examples = examplesIn((get ?? post).responses['200'])
  return Object.entries(examples).map(([name, { value }]) => ({ operation, name, value }))
})

describe('the examples of the OpenAPI document', () => {
  it.each(results)('show a valid result: $operation.name, $name', ({ operation, value }) => {
    const { error, data } = operation.result.safeParse(value)
    expect(error).toBeUndefined()
    expect(Object.keys(value)).toEqual(Object.keys(data ?? {}))
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
    const validate = ajv.compile(document.components.schemas[`${operation.name}_result`])
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
  })

  it('show what an operation accepts by POST', () => {
    for (const { input, restPath, takesJson, name } of Object.values<RegisteredOperation>(registry)) {
      if (!takesJson) continue
      const examples = examplesIn(document.paths[String(restPath)].post.requestBody)
      expect(Object.keys(examples).length, name).toBeGreaterThan(0)
      for (const { value } of Object.values(examples)) expect(input.safeParse(value).error).toBeUndefined()
    }
  })

  it('have every output of scrape', () => {
    const ofScrape = results.filter(({ operation }) => operation.name === 'scrape')
    expect(new Set(ofScrape.map(({ value }) => value.output))).toEqual(new Set(outputs))
  })

  it('show content of the length that they state', () => {
    for (const { operation, name, value } of results.filter(({ operation }) => operation.name === 'scrape')) {
      const content = typeof value.content === 'string' ? value.content : JSON.stringify(value.content)
      const isLast = value.next_offset === null
      expect(isLast ? value.total_chars : value.next_offset, `${operation.name}, ${name}`).toBe(content.length)
    }
  })

  it('have objects for json_schema, with a model, and for extract_rules, without one', () => {
    const named = (asked: string) => results.find(({ name }) => name === asked)?.value
    expect(named('json_schema')).toMatchObject({ content: { name: 'Oak', height_m: null }, credits_charged: 6 })
    expect(named('json_schema').model).toEqual(expect.any(String))
    expect(named('extract_rules')).toMatchObject({ content: { title: 'Oak' }, model: null, credits_charged: 1 })
  })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { outputs } from '../../../../src/contract/scrape.ts'
import { errorTable } from '../../../../src/errors.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import { createOpenApi } from '../../../../src/protocol/http/openapi/document.ts'

const operations = Object.values(createRegistry(['model-a'])).filter(({ restPath }) => restPath !== undefined)
// biome-ignore lint/suspicious/noExplicitAny: a document is walked freely here
const document = createOpenApi(operations, '1.2.3') as any

describe('the OpenAPI document', () => {
  it('has each operation with each parameter of its schema', () => {
    for (const operation of operations) {
      const { parameters } = document.paths[String(operation.restPath)].get
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual(Object.keys(operation.input.shape))
      for (const parameter of parameters) expect(parameter.description, parameter.name).toMatch(/\w{3,}/)
    }
  })

  it('states bounds, defaults and what is required', () => {
    const [url, output] = document.paths['/v1/scrape'].get.parameters
    expect(url).toMatchObject({ in: 'query', required: true, schema: { minLength: 1, maxLength: 2083, format: 'uri' } })
    expect(output).toMatchObject({ required: false, schema: { default: 'markdown' } })
    expect(output.schema.enum).toEqual([...outputs])
  })

  it('has every status that the errors have', () => {
    const statuses = Object.keys(document.paths['/v1/scrape'].get.responses)
    expect(new Set(statuses)).toEqual(
      new Set(['200', ...Object.values(errorTable).map(({ status }) => String(status))]),
    )
  })

  it('names the paths besides the operations, which need no key', () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
      expect(document.paths[path].get.security).toEqual([])
  })

  it('refers to nothing that it lacks', () => {
    const references = JSON.stringify(document).match(/#\/components\/[^"]+/g) ?? []
    for (const reference of new Set(references)) {
      const [, , kind = '', name = ''] = reference.split('/')
      expect(document.components[kind]?.[name], reference).toBeDefined()
    }
  })

  it("names each operation's tool and command", () => {
    expect(document.paths['/v1/google_ads'].get).toMatchObject({
      'x-mcp-tool': 'google_ads',
      'x-command': 'google-ads',
    })
    expect(document.paths['/v1/explain'].get).not.toHaveProperty('x-mcp-tool')
  })

  it('holds schemas that compile', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
    for (const schema of Object.values<object>(document.components.schemas))
      expect(() => ajv.compile(schema)).not.toThrow()
  })
})

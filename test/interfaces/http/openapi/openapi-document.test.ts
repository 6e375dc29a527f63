import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, publicType } from '../../../../src/base/errors.ts'
import { outputs } from '../../../../src/contract/scrape.ts'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'

const operations = Object.values(createRegistry(['model-a'])).filter(({ restPath }) => restPath !== undefined)
// biome-ignore lint/suspicious/noExplicitAny: the document is read without types
const document = createOpenApi(operations) as any

/** The first method of an operation's path. */
const methodOf = ({ restPath }: (typeof operations)[number]) => {
  const { get, post } = document.paths[String(restPath)]
  return get ?? post
}

describe('the OpenAPI document', () => {
  it('has each operation with each parameter of its schema', () => {
    for (const operation of operations) {
      const { parameters } = methodOf(operation)
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual(Object.keys(operation.input.shape))
      for (const parameter of parameters) expect(parameter.description, parameter.name).toMatch(/\w{3,}/)
    }
  })

  it('states bounds, defaults and required parameters', () => {
    const [url, output] = document.paths['/v1/scrape'].get.parameters
    expect(url).toMatchObject({ in: 'query', required: true, schema: { minLength: 1, maxLength: 2083, format: 'uri' } })
    expect(output).toMatchObject({ required: false, schema: { default: 'markdown' } })
    expect(output.schema.enum).toEqual([...outputs])
  })

  it.each(['get', 'post'])('has every error status, for %s', (method) => {
    const statuses = Object.keys(document.paths['/v1/scrape'][method].responses)
    expect(new Set(statuses)).toEqual(
      new Set(['200', ...Object.values(errorTable).map(({ status }) => String(status))]),
    )
  })

  it('lists every error type under its status, with what to do next', () => {
    for (const [type, { status, next }] of Object.entries(errorTable)) {
      const { description } = document.components.responses[`failure_${status}`]
      expect(description).toContain(`- \`${publicType(type as ErrorType)}\`: ${next}`)
    }
  })

  it('has a named schema of all parameters for each operation with a body', () => {
    const posted = operations.filter(({ takesJson }) => takesJson)
    expect(posted.map(({ name }) => name)).toEqual(['scrape', 'google_ads'])
    for (const { name, restPath, input } of posted) {
      const { operationId, requestBody } = document.paths[String(restPath)].post
      const { schema } = requestBody.content['application/json']
      const { properties } = document.components.schemas[schema.$ref.split('/').at(-1)]
      expect([operationId, requestBody.required]).toEqual([`${name}_by_post`, true])
      expect(Object.keys(properties)).toEqual(Object.keys(input.shape))
    }
  })

  it('accepts a document as a binary body, with the parameters in the query string', () => {
    const { get, post } = document.paths['/v1/convert']
    expect([get, post.requestBody.required]).toEqual([undefined, true])
    expect(post.requestBody.content['application/octet-stream'].schema).toMatchObject({ format: 'binary' })
  })

  it('describes objects in a query string as JSON text', () => {
    for (const param of ['headers', 'cookies', 'extract_rules', 'json_schema']) {
      const described = document.paths['/v1/scrape'].get.parameters.find(({ name }: { name: string }) => name === param)
      expect(described).toMatchObject({
        schema: { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } },
      })
      expect(described).not.toHaveProperty('content')
    }
  })

  it('offers only the content as markdown, with its headers', () => {
    const offering = operations.filter((one) => methodOf(one).responses['200'].content['text/markdown'])
    expect(offering.map(({ name }) => name)).toEqual(['scrape', 'google_ads', 'convert'])
    for (const method of ['get', 'post']) {
      const { headers } = document.paths['/v1/scrape'][method].responses['200']
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Vary', 'Gleaner-Title', 'Gleaner-Next-Offset']))
    }
  })

  it('lists the other paths, which need no key', () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
      expect(document.paths[path].get.security).toEqual([])
  })

  it('has no dangling references', () => {
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

  it('contains only schemas that compile', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true, uri: true } })
    for (const schema of Object.values<object>(document.components.schemas))
      expect(() => ajv.compile(schema)).not.toThrow()
  })
})

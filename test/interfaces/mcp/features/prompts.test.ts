import { describe, expect, it } from 'vitest'
import { parseInput } from '../../../../src/contract/parse-input.ts'
import type { RegisteredOperation } from '../../../../src/operations/registry.ts'
import { createFetchFeatures, operations } from '../fetch-features.ts'

describe('a prompt', () => {
  const { prompts } = createFetchFeatures()
  const args: Record<string, string> = {
    url: 'https://example.com/a?b="c"',
    url_a: 'https://example.com/a',
    url_b: 'https://example.com/b',
    query: 'running shoes',
    domain: 'de',
    locale: 'de-DE',
    geo_location: 'Bavaria,Germany',
    device: 'mobile',
  }

  it.each(prompts.list().map((prompt) => [prompt.name, prompt] as const))(
    'names calls that the contract accepts: %s',
    (name, prompt) => {
      const given = prompt.arguments.map((one) => [one.name, args[one.name] ?? 'prices'])
      for (const values of [
        given,
        given.filter(([param]) => prompt.arguments.find((one) => one.name === param)?.required),
      ]) {
        const [message] = prompts.get(name, Object.fromEntries(values)).messages
        const text = message?.content.text ?? ''
        const calls = [...text.matchAll(/Call the tool (\w+) with (\{.*?\})\.(?= )/g)]
        expect(calls.length).toBeGreaterThan(0)
        for (const [, tool, json = ''] of calls) {
          const operation: RegisteredOperation = operations[tool as keyof typeof operations]
          expect(() => parseInput(operation, JSON.parse(json))).not.toThrow()
        }
        expect(text).not.toContain('undefined')
      }
    },
  )

  it('treats an empty argument as missing', () => {
    const text = JSON.stringify(prompts.get('summarize_page', { url: args.url ?? '', focus: ' ' }))
    expect(text).toBe(JSON.stringify(prompts.get('summarize_page', { url: args.url ?? '' })))
    expect(() => prompts.get('summarize_page', { url: '' })).toThrow(expect.objectContaining({ code: -32602 }))
  })

  it.each(['toString', '__proto__', ''])('named %j does not exist', (name) => {
    expect(() => prompts.get(name, {})).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

describe('the list of prompts', () => {
  const { prompts } = createFetchFeatures()

  it('gives every prompt a title, and every argument a description', () => {
    for (const { title, description, arguments: args } of prompts.list()) {
      expect([title, description, ...args.map((one) => one.description)].every((text) => text.length > 0)).toBe(true)
    }
  })

  it('has one page', () => {
    expect(() => prompts.list('next')).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

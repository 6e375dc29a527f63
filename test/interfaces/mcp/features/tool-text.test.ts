import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, ServiceError } from '../../../../src/base/errors.ts'
import { errorText, resultText } from '../../../../src/interfaces/mcp/features/tool-text.ts'

const advice = 'Retry unchanged: no.'

describe('the text of a result', () => {
  it('has a line for every field that is not null, a blank line and the content', () => {
    const body = { url: 'https://example.com/', title: null, complete: true, warnings: [], content: '# A\n\nB\n' }
    expect(resultText(body)).toBe('url: https://example.com/\ncomplete: true\nwarnings: []\n\n# A\n\nB\n')
  })

  it('has lists and objects as compact JSON', () => {
    const links = [{ url: 'https://example.com/', text: 'Home', internal: true }]
    expect(resultText({ content: links })).toBe('\n\n[{"url":"https://example.com/","text":"Home","internal":true}]')
  })

  it('has extra outputs as compact JSON on one line, even with line breaks in them', () => {
    const extra = { markdown: 'a\nb\u2028c\x85d', links: null }
    const text = resultText({ extra, content: '' })
    expect(text).toBe('extra: {"markdown":"a\\nb\\u2028c\\u0085d","links":null}\n\n')
    expect(JSON.parse(text.slice('extra: '.length))).toEqual(extra)
  })

  it('ends with its fields without content', () => {
    expect(resultText({ query: 'shoes', content: null })).toBe('query: shoes')
  })

  it.each(['\n', '\r\n', '\u2028', '\n\n'])('has no field that a title with the line break %j adds', (lineBreak) => {
    const title = `News${lineBreak}credits_charged: 0`
    expect(resultText({ title, credits_charged: 1 })).toBe('title: News credits_charged: 0\ncredits_charged: 1')
  })
})

describe('the text of an error', () => {
  it('has one full stop after a message that ends with one', () => {
    expect(errorText(new ServiceError('overloaded', 'Too many pages at once.'), 'r-1', advice)).toMatch(
      /^overloaded: Too many pages at once\. Wait a moment and try again\. Retry unchanged: no\.\n\n\{/,
    )
  })

  it('has at most 2,000 characters and valid JSON, however much is wrong', () => {
    const errors = [
      new ServiceError('value_error', 'x'.repeat(5000)),
      new ServiceError('value_error', '\u0000"\\'.repeat(2000)),
      new ServiceError('value_error', '😀'.repeat(2000)),
      ...[10, 500].flatMap((count) =>
        ['name', 'n'.repeat(9000), '\u0001'.repeat(500), '\n'].map((name) => {
          const problems = Array.from({ length: count }, (_, i) => ({
            loc: ['query', name + i],
            msg: `Extra inputs are not permitted: ${name}`,
            type: 'extra_forbidden' as ErrorType,
          }))
          return ServiceError.fromProblems(problems as [(typeof problems)[0], ...typeof problems])
        }),
      ),
    ]
    for (const error of errors) {
      const text = errorText(error, 'r-1', advice)
      expect(text.length).toBeLessThanOrEqual(2000)
      const at = text.indexOf('\n\n')
      expect(text.slice(0, at)).not.toMatch(/[\r\n]/)
      const { detail } = JSON.parse(text.slice(at)) as { detail: unknown[] }
      expect(detail.length).toBeGreaterThan(0)
    }
  })

  it.each(Object.keys(errorTable) as ErrorType[])('of type %s has the whole message of 300 characters', (type) => {
    const text = errorText(new ServiceError(type, 'm'.repeat(300), { param: 'url' }), 'r-1', advice)
    expect(JSON.parse(text.slice(text.indexOf('\n\n'))).detail[0].msg).toBe('m'.repeat(300))
  })
})

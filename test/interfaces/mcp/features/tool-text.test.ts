import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, ServiceError } from '../../../../src/base/errors.ts'
import { errorText, resultTexts } from '../../../../src/interfaces/mcp/features/tool-text.ts'

const options = { tool: 'scrape', isStored: true }

describe('the text of a result', () => {
  it('starts with the title, or else with the query or the URL', () => {
    const url = 'https://example.com/'
    const body = { url, final_url: url, status_code: 200, content_type: 'text/html; charset=utf-8', rendered: false }
    const textOf = (title: string | null) => resultTexts({ ...body, title, content: '# A\n\nB\n' }, options)
    expect(textOf('Home')).toEqual(['title: Home\n\n# A\n\nB\n'])
    expect(textOf('')).toEqual([`url: ${url}\n\n# A\n\nB\n`])
    expect(textOf(null)).toEqual([`url: ${url}\n\n# A\n\nB\n`])
    expect(resultTexts({ query: 'shoes', content: '# Ads' }, options)).toEqual(['query: shoes\n\n# Ads'])
  })

  it('has a header line for each fact that differs from the expected one', () => {
    const body = {
      url: 'a',
      final_url: 'b',
      status_code: 404,
      content_type: 'application/pdf',
      title: 'T',
      rendered: true,
    }
    expect(resultTexts({ ...body, content: 'C' }, options)).toEqual([
      'title: T\nfinal_url: b\nstatus_code: 404\ncontent_type: application/pdf\nrendered: true\n\nC',
    ])
  })

  it('has lists and objects as compact JSON', () => {
    const links = [{ url: 'https://example.com/', text: 'Home', internal: true }]
    expect(resultTexts({ title: 'T', content: links }, options)).toEqual([`title: T\n\n${JSON.stringify(links)}`])
  })

  it('has a separate block for each extra output that the page has', () => {
    const extra = { markdown: 'a\nb', links: [], images: null }
    expect(resultTexts({ title: 'T', extra, content: 'C' }, options)).toEqual([
      ...['title: T\n\nC', 'extra markdown:\na\nb', 'extra links:\n(empty)'],
    ])
  })

  it('has the outline only if the content continues', () => {
    const body = { title: 'T', outline: [{ level: 2, text: 'B\nC', offset: 7 }], content: 'C', total_chars: 9000 }
    expect(resultTexts({ ...body, next_offset: null }, options)).toEqual(['title: T\n\nC'])
    expect(resultTexts({ ...body, next_offset: 5000 }, options)).toEqual([
      'title: T\ncontinues: 5,000 of 9,000 characters; call scrape with the same arguments and offset=5000 (free for 15 minutes)\noutline:\n7 2 B C\n\nC',
    ])
  })

  it('says to read on without extra_outputs, because later pieces have none', () => {
    const body = { title: 'T', content: 'C', extra: { links: null }, next_offset: 5000, total_chars: 9000 }
    expect(resultTexts(body, options)).toEqual([
      'title: T\ncontinues: 5,000 of 9,000 characters; call scrape with the same arguments and offset=5000 (free for 15 minutes), without extra_outputs\n\nC',
    ])
  })

  it.each(['\n', '\r\n', '\u2028', '\n\n'])('has no extra field from a title with the line break %j', (lineBreak) => {
    const title = `News${lineBreak}status_code: 404`
    expect(resultTexts({ title, content: 'C' }, options)).toEqual(['title: News status_code: 404\n\nC'])
  })
})

describe('the text of an error', () => {
  it('has only one full stop after a message that already ends with one', () => {
    expect(errorText(new ServiceError('overloaded', 'Too many pages at once.'), 'r-1')).toBe(
      'overloaded: Too many pages at once. Wait a moment and try again. (request r-1)',
    )
  })

  it('has at most 2,000 characters on one line, and ends with the request id, however long the list of problems', () => {
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
      const text = errorText(error, 'r-1')
      expect(text.length).toBeLessThanOrEqual(2000)
      expect(text).not.toMatch(/[\r\n]/)
      expect(text).toMatch(/\(request r-1\)$/)
    }
  })

  it.each(Object.keys(errorTable) as ErrorType[])('has the complete 300-character message for type %s', (type) => {
    const text = errorText(new ServiceError(type, 'm'.repeat(300), { param: 'url' }), 'r-1')
    expect(text).toContain(`url: ${'m'.repeat(300)}. `)
  })
})

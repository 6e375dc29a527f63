import { describe, expect, it } from 'vitest'
import { body, call, structured, textIn, toolsThat } from '../invoked-tools.ts'

describe('a success', () => {
  it('is one block of text: a header with what the content lacks, a blank line, and the content', async () => {
    const result = await toolsThat(async () => body).call('scrape', { url: body.url }, call())
    expect(result).toEqual({
      content: [
        {
          type: 'text',
          text: `url: https://example.com/a
final_url: https://example.com/b
warning: needs_javascript: The page is a shell
continues: 40,000 of 90,000 characters; call scrape with the same arguments and offset=40000
outline:
0 1 Head

# Head

Text.
`,
        },
      ],
    })
  })

  it('says that the rest is free if it is stored, and has no link to it', async () => {
    const tools = toolsThat(async (_, __, { onStored }) => {
      onStored?.('abc')
      return { ...body, title: 'A page' }
    })
    const result = await tools.call('scrape', {}, call())
    expect(result).toEqual({ content: [{ type: 'text', text: expect.stringMatching(/^title: A page\n/) }] })
    expect(textIn(result)).toContain('offset=40000 (free for 15 minutes)\n')
    expect((await tools.call('scrape', {}, call(structured)))._meta).toEqual({
      'gleaner/snapshot': 'gleaner://snapshot/abc',
    })
  })

  it('has structured content for programs, without null, the usual values and the fields that repeat the input', async () => {
    const { structuredContent } = await toolsThat(async () => body).call('scrape', {}, call(structured))
    expect(structuredContent).toEqual({
      ...{ final_url: body.final_url, status_code: 200, content_type: 'text/html', content: body.content },
      ...{ total_chars: 90_000, next_offset: 40_000, content_tokens: 5, outline: body.outline, from_cache: false },
      ...{ warnings: body.warnings, credits_charged: 1, credits_remaining: 41 },
      ...{ fetched_at: body.fetched_at, request_id: 'r-1' },
    })
    const cut = { ...body, complete: false, rendered: true }
    const { structuredContent: said } = await toolsThat(async () => cut).call('scrape', {}, call(structured))
    expect(said).toMatchObject({ complete: false, rendered: true })
  })

  it('shows the offset and page of each passage after its headings', async () => {
    const content = '**Kettle › Descaling**\n\nEvery month.\n\n…\n\nNo heading.\n\n…\n\nLast.'
    const highlights = [
      { offset: 12_345, chars: 12, heading: 'Descaling', page: 3, score: 2 },
      { offset: 0, chars: 19, heading: null, page: null, score: 1 },
    ]
    const result = { ...body, title: 'Kettle', content, highlights, next_offset: null, outline: null, warnings: [] }
    expect(textIn(await toolsThat(async () => result).call('scrape', {}, call()))).toBe(
      `title: Kettle
final_url: https://example.com/b

**Kettle › Descaling** [offset 12,345, page 3]

Every month.

…

[offset 0]

No heading.

…

Last.`,
    )
  })

  it('keeps a passage whole that itself contains a gap, begins with a bold line, or follows the head of its table', async () => {
    const passages = [
      ['**Orders and refunds**\n\n', 'Refunds take a week.\n\n…\n\nRefunds end here.'],
      ['', '**Bold line**\n\nIts text.'],
      ['**Prices**\n\n| name | price |\n| --- | --- |\n', '| Kettle | 20 |'],
      ['**Last**\n\n', 'A.\n\n…\n\nB.'],
    ] as const
    const content = passages.map((parts) => parts.join('')).join('\n\n…\n\n')
    const highlights = passages.map(([, text], n) => ({ offset: n, chars: text.length, heading: null, score: 1 }))
    const result = { ...body, title: 'T', content, highlights, next_offset: null, outline: null, warnings: [] }
    const text = textIn(await toolsThat(async () => result).call('scrape', {}, call()))
    expect(text.replaceAll(/ ?\[offset \d\]\n\n/g, (mark) => (mark.startsWith(' ') ? '\n\n' : ''))).toContain(content)
    expect(text.match(/^.*\[offset \d\]$/gm)).toEqual([
      '**Orders and refunds** [offset 0]',
      '**Bold line** [offset 1]',
      '**Prices** [offset 2]',
      '**Last** [offset 3]',
    ])
  })

  it.each([
    ['a string', ''],
    ['an array', []],
    ['an object', {}],
  ])('says that the content is empty: %s', async (_, content) => {
    const result = { ...body, content, next_offset: null, warnings: [], final_url: body.url }
    expect(textIn(await toolsThat(async () => result).call('scrape', {}, call()))).toBe(`url: ${body.url}\n\n(empty)`)
  })

  it.each(['[]', '{}'])('has the content %s unchanged if it is text', async (content) => {
    const result = { ...body, content, next_offset: null, warnings: [], final_url: body.url }
    expect(textIn(await toolsThat(async () => result).call('scrape', {}, call()))).toBe(
      `url: ${body.url}\n\n${content}`,
    )
  })

  it('says where the fragment of the URL is if it is in a later piece', async () => {
    const textFor = async (fragment_offset: number) =>
      textIn(await toolsThat(async () => ({ ...body, fragment_offset })).call('scrape', {}, call()))
    expect(await textFor(52_000)).toContain('\nfragment_offset: 52000\n')
    expect(await textFor(3)).not.toContain('fragment_offset')
  })

  it('has the ads as JSON and the pages that were not read if the search has no markdown', async () => {
    const ads = [{ page: 1, title: 'Shoes' }]
    const pages = [
      { page: 1, status: 'ok' },
      { page: 2, status: 'captcha' },
    ]
    const found = { query: 'shoes', content: null, ads, pages, warnings: [], output: 'json' }
    const tools = toolsThat(async () => found)
    expect(textIn(await tools.call('google_ads', {}, call()))).toBe(
      `query: shoes\npages: 2 captcha\n\n${JSON.stringify(ads)}`,
    )
    const { structuredContent } = await tools.call('google_ads', {}, call(structured))
    expect(structuredContent).toEqual({ ads, pages, warnings: [] })
  })
})

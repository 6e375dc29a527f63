import { describe, expect, it } from 'vitest'
import { inThreads } from '../../../src/documents/converted/comments.ts'
import { formatDocument } from '../format-document.ts'
import { commentedDocuments } from './commented-documents.ts'

describe('the comments of a document', () => {
  it.each(commentedDocuments)('are notes in $kind, each with its author', async ({ kind, body, included }) => {
    const { content, warnings } = await formatDocument(kind, body)
    expect(content).toBe(included)
    expect(warnings).toEqual([])
  })

  it.each(commentedDocuments)(
    'can be left out of $kind, and a warning counts them',
    async ({ kind, body, excluded }) => {
      const { content, warnings } = await formatDocument(kind, body, { includeComments: false })
      expect(content).toBe(excluded)
      expect(warnings).toEqual([
        { code: 'comments_removed', message: '2 comments of the document are not in the content' },
      ])
    },
  )
})

describe('threads', () => {
  const ids = (comments: readonly [id: string, parent: string | null][]) =>
    inThreads(comments.map(([id, parent]) => ({ id, parent }))).map(({ id }) => id)

  it('are in the order of their first comments, with replies after the comments that they belong to', () => {
    const pairs = [
      ['r2', 'b'],
      ['a', null],
      ['b', null],
      ['r1', 'a'],
      ['r3', 'r1'],
      ['r4', 'a'],
      ['x', 'gone'],
    ] as const
    expect(ids(pairs.map(([id, parent]) => [id, parent]))).toEqual(['a', 'r1', 'r3', 'r4', 'b', 'r2', 'x'])
  })

  it('are ordered in one pass, even if all comments of a slide have the same id', () => {
    const comments = Array.from({ length: 40_000 }, (_, at) => ({ id: 'a', parent: at < 20_000 ? null : 'a', at }))
    const others = comments.map((comment) => ({ ...comment, id: comment.parent ? 'b' : 'a' }))
    expect(inThreads(others)).toHaveLength(40_000)
  })

  it('are kept even if their comments reply to each other, or have the same id', () => {
    expect(
      ids([
        ['a', 'b'],
        ['b', 'a'],
        ['c', 'c'],
      ]),
    ).toEqual(['c', 'a', 'b'])
    expect(
      ids([
        ['a', null],
        ['a', null],
        ['r', 'a'],
      ]),
    ).toEqual(['a', 'r', 'a'])
  })
})

import { describe, expect, it } from 'vitest'
import { DocumentGone, isolatedWorld, openIsolatedWorld } from '../../../src/render/tab/isolated-world.ts'
import { openTab } from '../../../src/render/tab/tab.ts'
import { openScriptedBrowser, openScriptedEgress } from '../scripted-browser.ts'

/** Evaluates in a scripted page, whose `evaluate` returns the result of each expression. */
async function openWorld(evaluate: (expression: string, contextId: number) => unknown) {
  let contextId = 0
  const { running, pages } = openScriptedBrowser({
    results: {
      'Page.createIsolatedWorld': () => ({ executionContextId: ++contextId }),
      'Runtime.evaluate': (params: Record<string, unknown>) =>
        evaluate(String(params.expression), Number(params.contextId)),
    },
  })
  const tab = await openTab(running, openScriptedEgress())
  const navigate = () => pages[0]?.emit('Page.frameNavigated', { frame: { id: 'main', loaderId: '1', url: 'a:' } })
  return { evaluate: openIsolatedWorld(tab).evaluate, navigate }
}

describe('the isolated world', () => {
  it('is created once per document, with our script', async () => {
    const seen: [string, number][] = []
    const { evaluate, navigate } = await openWorld((expression, contextId) => {
      seen.push([expression.replace(isolatedWorld, 'SCRIPT'), contextId])
      return { result: { value: 7 } }
    })
    for (let n = 0; n < 2; n++) expect(await evaluate('one')).toBe(7)
    navigate()
    await evaluate('two')
    expect(seen).toEqual([
      ['SCRIPT;one', 1],
      ['one', 1],
      ['SCRIPT;two', 2],
    ])
  })

  it.each([
    ['an exception', () => ({ exceptionDetails: { text: 'Uncaught', exception: { description: 'gone' } } })],
    [
      'a context that no longer exists',
      () => {
        throw new Error('Cannot find context with specified id')
      },
    ],
  ])('fails with DocumentGone for %s, and is then created again', async (_, fail) => {
    let times = 0
    const { evaluate } = await openWorld((_, contextId) => (++times === 1 ? fail() : { result: { value: contextId } }))
    await expect(evaluate('one')).rejects.toBeInstanceOf(DocumentGone)
    expect(await evaluate('one')).toBe(2)
  })

  it('passes on any other error', async () => {
    const { evaluate } = await openWorld(() => {
      throw new Error('Out of order')
    })
    await expect(evaluate('one')).rejects.toThrow('Out of order')
  })
})

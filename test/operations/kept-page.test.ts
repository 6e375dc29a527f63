import { expect, it } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import { RequestedUrl } from '../../src/contract/requested-url.ts'
import { createAddressPolicy } from '../../src/fetch/guard/address-policy.ts'
import type { Page, PageRequest, PageSource } from '../../src/html/page.ts'
import type { LanguageModel } from '../../src/model/model/language-model.ts'
import { createPromptAnswerer } from '../../src/operations/ask-page.ts'
import { createPageLoader } from '../../src/operations/load-page.ts'
import { createPageVisits } from '../../src/operations/visit-page.ts'
import { createMemoryPages } from '../../src/pages/snapshot/memory-pages.ts'
import { createSandbox } from '../../src/readers/pool.ts'

it('a page is kept for the next question only if it is whole', async () => {
  const sandbox = createSandbox({ readers: 1 })
  const languageModel: LanguageModel = {
    generate: async ({ model }) => ({ text: 'Yes', model, usage: null, isTruncated: false }),
  }
  let loads = 0
  const load = async ({ url }: PageRequest): Promise<Page> => ({
    ...{
      url: url.href,
      finalUrl: url.href,
      status: 200,
      contentType: 'text/html',
      mediaType: 'text/html',
      charset: 'utf-8',
    },
    ...{ headers: {}, body: new TextEncoder().encode('<p>Half of it</p>'), rendered: true, warnings: [] },
    complete: ++loads > 1,
  })
  const source: PageSource = { load, close: async () => {} }
  const policy = createAddressPolicy({ allowAddresses: [] })
  const nameSecret = 'a secret for names'
  const loader = createPageLoader({ policy, fetchPage: source, renderPage: source, keeper: null, nameSecret })
  const ask = createPromptAnswerer({
    visitPage: createPageVisits(loader).visitPage,
    ...{ sandbox, pages: createMemoryPages(), openModel: async () => languageModel },
    ...{ read: () => Promise.reject(new Error('no answer of 4xx')) },
    limits: { defaultModel: 'a', inputTokens: 1000, maxOutputTokens: 100 },
    nameSecret,
  })
  const { signal } = new AbortController()
  const run = {
    caller: { keyId: null, transport: 'cli' as const },
    share: noShare,
    requestId: '1',
    signal,
    progress() {},
  }
  const question = (prompt: string) =>
    ask(
      {
        ...{ url: new RequestedUrl('https://example.com/'), output: 'markdown', render_js: true },
        ...{
          render_if_needed: false,
          main_content: true,
          include_links: true,
          include_images: true,
          front_matter: false,
          timeout_ms: 10_000,
          offset: 0,
          prompt,
        },
      },
      run,
      () => {},
    )
  const answers = [await question('First?'), await question('Second?'), await question('Third?')]
  await sandbox.close()
  expect(answers.map(({ stored }) => stored.complete)).toEqual([false, true, true])
  expect(answers.map(({ stored }) => stored.from_cache)).toEqual([false, false, false])
  expect(answers.map(({ credits }) => credits)).toEqual([10, 10, 10])
  expect(loads).toBe(2)
})

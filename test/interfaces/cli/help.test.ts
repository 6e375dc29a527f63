import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plain } from '../../../src/base/terminal/style.ts'
import { scrapeOperation } from '../../../src/contract/scrape.ts'
import { createCommands } from '../../../src/interfaces/cli/commands.ts'
import { operationManual } from '../../../src/interfaces/cli/help/operation-manual.ts'
import { runHelp } from '../../../src/interfaces/cli/help-command.ts'
import { codeBlocks, read } from '../../docs/document.ts'
import { acceptCall } from './accept-call.ts'

const commands = createCommands()

async function help(...argv: string[]) {
  let [out, err] = ['', '']
  const print = { out: (text: string) => (out += text), err: (text: string) => (err += text) }
  const code = await runHelp({ argv, ...print, paint: { out: plain, err: plain }, width: undefined }, commands)
  return { code, out, err }
}

/** Flags by the title of their group. */
function groupsOf(operation: Parameters<typeof operationManual>[0]) {
  const { groups = [] } = operationManual(operation)
  return Object.fromEntries(groups.map(({ title, flags }) => [title, Object.keys(flags)]))
}

describe('the help of an operation', () => {
  const scrape = { ...scrapeOperation(['a-model', 'b-model']), command: 'scrape' }

  it('lists every parameter and every flag of the command once, in groups', () => {
    const groups = groupsOf(scrape)
    expect(Object.keys(groups)).toEqual(['What to fetch', 'What to return', 'Limits', 'Several pages', 'Output'])
    const withNegation = ['main_content', 'include_links', 'include_images', 'include_comments']
    const parameters = Object.keys(scrape.input.shape)
      .filter((name) => name !== 'max_age_s')
      .map((name) => `${withNegation.includes(name) ? '[no-]' : ''}${name.replaceAll('_', '-')}`)
    const own = [
      'header',
      'cookie',
      'headers-file',
      'cookies-file',
      'file',
      'html',
      ...['base', 'server', 'api-key'],
      'quote',
      'input',
      'concurrency',
      ...['output-dir', 'skip-existing'],
      ...['fail', 'output-file', 'quiet'],
    ]
    const all = [...parameters.filter((name) => name !== 'url'), ...own, 'json']
    expect(Object.values(groups).flat().sort()).toEqual(all.sort())
    expect(groups).toMatchObject({
      'What to fetch': expect.arrayContaining(['render-js', 'file', 'headers-file']),
      'Several pages': ['input', 'concurrency', 'output-dir', 'skip-existing'],
      'What to return': expect.arrayContaining(['output', 'css-selector', 'prompt']),
      Limits: expect.arrayContaining(['timeout-ms', 'max-chars', 'offset']),
      Output: ['fail', 'output-file', 'quiet', 'json'],
    })
  })

  it('mentions flags but no prices', async () => {
    const { out } = await help('scrape')
    expect(out).not.toMatch(/credit|price|Costs|\bfree\b|max_chars|max_age/)
    expect(out).toContain('--max-chars')
    expect(out).toMatch(/--prompt\s+or\s+--offset\.[\s\S]+use\s+--offset\./)
  })

  it('puts a new parameter into the group that matches its name', () => {
    const text = z.string().optional()
    const added = {
      ...{ render_if_needed: text, wait_for: text, proxy_country: text, headers: text, cookies: text, locale: text },
      ...{ extra_outputs: text, json_schema: text, front_matter: text, max_links: text, pause_ms: text, novelty: text },
    }
    const input = scrape.input.extend(added) as unknown as typeof scrape.input
    const groups = groupsOf({ ...scrape, input })
    const titleOf = (name: string) => Object.entries(groups).find(([, flags]) => flags.includes(name))?.[0]
    expect(Object.keys(added).map((name) => titleOf(name.replaceAll('_', '-')))).toEqual([
      ...Array(6).fill('What to fetch'),
      ...Array(3).fill('What to return'),
      ...Array(2).fill('Limits'),
      'What to return',
    ])
  })

  it('shows values, bounds and defaults', async () => {
    const { out } = await help('scrape')
    expect(out).toContain('  --render-js   ')
    expect(out).toMatch(/--output NAME.+?One of markdown,\s+text, raw_html/s)
    // A description that names the values isn't followed by the same list.
    expect((await help('google-ads')).out).toMatch(
      /--output NAME[^-]+json returns only the list\.\s+Default: markdown\./,
    )
    expect(out).toMatch(/--timeout-ms N[^-]+1000 to\s+120000\. Default: 30000\./)
    expect(out).toMatch(/--\[no-\]main-content [^[]+Default: true\./)
  })
})

describe('gleaner help', () => {
  it.each(commands.map(({ name }) => name))('%s prints usage and a description', async (name) => {
    const { code, out } = await help(name)
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^gleaner ${name}\\b.*\n\n[A-Z]`))])
    const tooWide = out.split('\n').filter((line) => line.length > 118)
    expect(tooWide.filter((line) => !line.startsWith('gleaner '))).toEqual([])
  })

  it('prints a subcommand', async () => {
    const { out } = await help('keys', 'rotate')
    expect(out).toMatch(/^gleaner keys rotate ID \[--overlap TIME\] \[--json\]\n/)
    expect(out).not.toContain('gleaner keys create')
  })

  it('suggests a command for a misspelled one', async () => {
    expect(await help('docter')).toMatchObject({
      code: 2,
      err: expect.stringContaining('docter; did you mean doctor?'),
    })
    expect((await help('banana')).err).toBe('gleaner: unknown command banana.\ngleaner help lists the commands.\n')
  })
})

describe('the examples', () => {
  it('exist for every command that takes arguments, which accepts them', async () => {
    const without: string[] = []
    for (const { name, manual } of commands) {
      const { examples = [] } = await manual()
      if (examples.length === 0) without.push(name)
      for (const { call } of examples) {
        expect(call.split(' ')[0]).toBe(name)
        await acceptCall(call)
      }
    }
    expect(without).toEqual(['stdio', 'install-browser', 'help'])
  })

  it('are also accepted from docs/command-line.md', async () => {
    const calls = codeBlocks(read('docs/command-line.md')).flatMap(({ text }) =>
      text.split('\n').flatMap((line) => /gleaner ((?:'[^']*'|"[^"]*"|[^'")>#|<])+)/.exec(line)?.[1]?.trim() ?? []),
    )
    expect(calls.length).toBeGreaterThan(10)
    for (const call of calls) await acceptCall(call)
  })

  it('are rejected if they are wrong', async () => {
    for (const call of [
      'scarpe https://example.com/',
      'keys create --nmae x',
      'store backup',
      'scrape x --max-chars 0',
    ]) {
      await expect(acceptCall(call)).rejects.toThrow()
    }
  })
})

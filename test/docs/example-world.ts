/**
 * Runs the documents' shell examples against a running service, with replacements for https://example.com/, Google and a language model.
 */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answers, openScriptedModel, taskOf, testKey } from '../model/scripted-model.ts'
import { openGoogle } from '../operations/google-ads/google.ts'
import { openOrigin } from '../origin.ts'
import { runProgram } from '../program.ts'
import { openTestService, testSettings } from '../service.ts'
import { root } from './document.ts'

export interface ExampleWorld {
  /** Runs a shell block, and resolves with its output. Rejects if one of its commands fails. */
  run(text: string, env?: Record<string, string>): Promise<string>
  /** Settings for the programs that the examples start. */
  env: Record<string, string>
  /** Replaces a document's URLs with those of the replacements, and vice versa. */
  localized(text: string): string
  documented(text: string): string
  close(): Promise<void>
}

/** The page at https://example.com/ on 2026-01-15, without its styles. */
export const examplePage = `<!doctype html><html lang="en"><head><title>Example Domain</title></head><body><div><h1>Example Domain</h1>
<p>This domain is for use in documentation examples without needing permission. Avoid use in operations.</p>
<p><a href="https://iana.org/domains/example">Learn more</a></p></div></body></html>`

/**
 * Shell functions that replace real commands in the examples. npm scripts and MCP client configurations have separate tests.
 */
const replacements = `
gleaner() { node bin/gleaner.mjs "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npm() { :; }
npx() { :; }
claude() { :; }
code() { :; }
gemini() { :; }
`

export async function openExampleWorld(): Promise<ExampleWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-examples-'))
  // A clone for the examples. Files that the examples write stay in its folder.
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  const origin = await openOrigin({ '/': { headers: { 'content-type': 'text/html' }, body: examplePage } })
  const google = await openGoogle({ 'water filter': ['text-2025-group'] })
  const model = await openScriptedModel((request) => answers(answerTo(taskOf(request))))
  const settings = {
    ...testSettings,
    GLEANER_GOOGLE_URL: google.template,
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: model.url,
  }
  const service = await openTestService(settings)
  // Backups are restored into a folder that no service is using.
  const env = { ...settings, GLEANER_DATA_DIR: join(folder, 'data') }
  await runProgram(['keys', 'create', '--name', 'first'], env)

  const addresses = [
    ['https://example.com/', `${origin.url}/`],
    ['http://127.0.0.1:8787', service.url],
    ['https://www.google.com', `${google.url}/com`],
    ['/backups/', `${folder}/`],
  ] as const
  const localized = (text: string) => addresses.reduce((all, [there, here]) => all.replaceAll(there, here), text)
  return {
    localized,
    documented: (text) => addresses.reduce((all, [there, here]) => all.replaceAll(here, there), text),
    env,
    async run(text, more = {}) {
      const PATH = process.env.PATH ?? ''
      const { stdout } = await promisify(execFile)('sh', ['-e', '-c', replacements + localized(text)], {
        cwd: folder,
        env: { PATH, HOME: folder, KEY: service.key, ...env, ...more },
      })
      return stdout
    },
    async close() {
      await service.close()
      await Promise.all([origin.close(), google.close(), model.close()])
      rmSync(folder, { recursive: true })
    },
  }
}

/** The language model's answers for the examples. */
function answerTo(task: string): string {
  if (task.includes('JSON Schema')) return '{"heading": "Example Domain", "price": null}'
  return task.includes('JSON') ? '{"name": null, "url": null}' : 'A domain for documentation.'
}

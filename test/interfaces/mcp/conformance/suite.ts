/** Runs MCP's official conformance suite against a server at a URL. */

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { conformanceSuite } from '../../../mcp-tools/install.ts'

const run = promisify(execFile)

/** Scenarios of both revisions. */
const ofBoth = [
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]

/**
 * Scenarios, or single checks of a scenario, that need the tools, resources or prompts of the suite's example server. An entry that
 * passes is a failure too, so that the list stays up to date.
 */
export const needsFixtures: Record<string, string[]> = {
  '2025-11-25': [
    ...ofBoth,
    'tools-call-with-logging',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  '2026-07-28': [
    ...ofBoth,
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
  ],
}

/** The suite's result for a server: unexpected failures, and counts. */
export async function runSuite(url: string, revision: string, expected: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  const baseline = join(folder, 'expected.yaml')
  writeFileSync(
    baseline,
    ['server:', ...expected.map((entry) => `  - ${entry}`), expected.length ? '' : '  []'].join('\n'),
  )
  const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline]
  const { stdout } = await run(process.execPath, [conformanceSuite, ...args], { cwd: folder, maxBuffer: 1 << 26 })
    .catch((error) => error)
    .finally(() => rm(folder, { recursive: true }))
  const section = (title: string) => {
    const [, rest = ''] = String(stdout).split(title)
    return (
      rest
        .split('\n\n')[0]
        ?.split('\n')
        .slice(1)
        .map((line) => line.replace(/^[\s✗✓~]+/, '')) ?? []
    )
  }
  const [, passed, failed] = /Total: (\d+) passed, (\d+) failed/.exec(String(stdout)) ?? []
  return {
    unexpected: section('Unexpected failures (not in baseline):'),
    stale: section('Stale baseline entries (now passing - remove from baseline):'),
    passed: Number(passed),
    failed: Number(failed),
    output: String(stdout),
  }
}

/** Output of a run without unexpected failures. */
export const clean = { unexpected: [], stale: [], output: expect.stringContaining('Baseline check passed') }

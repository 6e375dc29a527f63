/**
 * Prints the calls and tokens that ten tasks cost an agent over MCP, and whether its answers are right. `npm run bench -- agent-tasks
 * [--against FOLDER]`, where FOLDER is another built checkout.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { openOrigin } from '../../test/origin.ts'
import { printTable, say } from '../rig/report.ts'
import { type Attempt, attemptTask } from './agent.ts'
import { site } from './site.ts'
import { type AgentTask, agentTasks } from './tasks.ts'

const encoding = new Tiktoken(o200k)
const tokensOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + encoding.encode(text).length, 0)
const own = fileURLToPath(new URL('../..', import.meta.url))

export interface TaskOutcome extends Attempt {
  task: AgentTask
  isRight: boolean
}

/** Runs all tasks against the server in the checkout `root`. `listTokens` is the number of tokens in `tools/list`. */
export async function runAgentTasks(root: string): Promise<{ listTokens: number; outcomes: TaskOutcome[] }> {
  const data = mkdtempSync(join(tmpdir(), 'gleaner-agent-tasks-'))
  const origin = await openOrigin(site)
  const client = new Client({ name: 'agent-tasks', version: '1' })
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, 'bin/gleaner.mjs'), 'stdio'],
        env: { PATH: process.env.PATH ?? '', GLEANER_DATA_DIR: data, GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8' },
      }),
    )
    const listTokens = tokensOf([JSON.stringify(await client.listTools())])
    const outcomes: TaskOutcome[] = []
    for (const task of agentTasks) {
      const attempt = await attemptTask(task, origin.url, async (args) => {
        const { content } = await client.callTool({ name: 'scrape', arguments: { ...args } })
        return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n\n')
      })
      outcomes.push({ ...attempt, task, isRight: attempt.answer === task.answer })
    }
    return { listTokens, outcomes }
  } finally {
    await client.close()
    await origin.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: 'string' } } })
  for (const root of values.against ? [values.against, own] : [own]) {
    const { listTokens, outcomes } = await runAgentTasks(root)
    say(`${root === own ? 'This checkout' : root}: tools/list takes ${listTokens} tokens (o200k_base)`)
    printTable([
      ['task', 'calls', 'tokens in', 'tokens out', 'answer'],
      ...outcomes.map(({ task, calls, sent, received, answer, isRight }) => [
        task.question,
        calls,
        tokensOf(sent),
        tokensOf(received),
        `${answer}${isRight ? '' : ' (WRONG)'}`,
      ]),
    ])
    const all = outcomes.flatMap(({ received }) => received)
    say(
      `${outcomes.filter(({ isRight }) => isRight).length} of ${outcomes.length} right, ${all.length} calls, ${tokensOf(all)} tokens out\n`,
    )
  }
}

if (import.meta.main) await main()

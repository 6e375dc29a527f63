/**
 * Prints the calls and tokens that fifteen tasks cost an agent over MCP, and whether its answers are right. `npm run bench -- agent-tasks
 * [--against FOLDER]`, where FOLDER is another built checkout.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { openGoogle } from '../../test/operations/google-ads/google.ts'
import { openOrigin } from '../../test/origin.ts'
import { printTable, say } from '../rig/report.ts'
import { type Attempt, attemptTask } from './agent.ts'
import { site } from './site.ts'
import { type AgentTask, agentTasks } from './tasks.ts'
import { definitionTokens, tokensOf } from './tokens.ts'

const own = fileURLToPath(new URL('../..', import.meta.url))

export interface TaskOutcome extends Attempt {
  task: AgentTask
  isRight: boolean
}

/** Runs all tasks against the server in the checkout `root`. `toolTokens` is the number of tokens of the tool definitions. */
export async function runAgentTasks(root: string): Promise<{ toolTokens: number; outcomes: TaskOutcome[] }> {
  const data = mkdtempSync(join(tmpdir(), 'gleaner-agent-tasks-'))
  const origin = await openOrigin(site)
  const google = await openGoogle({ desk: ['text-2021-data-rw'] })
  const client = new Client({ name: 'agent-tasks', version: '1' })
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, 'bin/gleaner.mjs'), 'stdio'],
        env: {
          PATH: process.env.PATH ?? '',
          GLEANER_DATA_DIR: data,
          GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8',
          GLEANER_GOOGLE_URL: google.template,
        },
      }),
    )
    const toolTokens = definitionTokens((await client.listTools()).tools)
    const outcomes: TaskOutcome[] = []
    for (const task of agentTasks) {
      const attempt = await attemptTask(task, origin.url, async (name, args) => {
        const { content } = await client.callTool({ name, arguments: { ...args } })
        return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n\n')
      })
      outcomes.push({ ...attempt, task, isRight: attempt.answer === task.answer })
    }
    return { toolTokens, outcomes }
  } finally {
    await client.close()
    await Promise.all([origin.close(), google.close()])
    rmSync(data, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { against: { type: 'string' } } })
  for (const root of values.against ? [values.against, own] : [own]) {
    const { toolTokens, outcomes } = await runAgentTasks(root)
    say(`${root === own ? 'This checkout' : root}: the tool definitions take ${toolTokens} tokens (o200k_base)`)
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

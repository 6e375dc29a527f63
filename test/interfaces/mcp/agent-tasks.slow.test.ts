import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAgentTasks, type TaskOutcome } from '../../../bench/agent-tasks/agent-tasks.ts'
import { agentTasks } from '../../../bench/agent-tasks/tasks.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'

/** The agent makes the follow-up calls that the text of a result suggests. */
describe.skipIf(lacksBrowser)('an agent that follows the advice in results', () => {
  let outcomes: TaskOutcome[]
  beforeAll(async () => {
    ;({ outcomes } = await runAgentTasks(fileURLToPath(new URL('../../..', import.meta.url))))
  })

  it.each(agentTasks.map(({ question }, at) => [question, at] as const))('answers: %s', (_, at) => {
    const { answer, task, calls } = outcomes[at] as TaskOutcome
    expect(answer).toBe(task.answer)
    expect(calls).toBeLessThanOrEqual(task.maxCalls ?? 2)
  })
})

/** What is wrong with the `json_schema` of a scrape, found by compiling it in a worker thread. */

import { type Problem, ServiceError } from '../base/errors.ts'
import { dataSchema } from '../contract/data-schema.ts'
import { parameterProblem } from '../contract/parse-input.ts'
import type { Sandbox } from '../readers/sandbox.ts'
import type { RequestContext } from './request.ts'

/** None for a schema that can be compiled, and for a value that the contract refuses by itself. */
export async function findSchemaProblems(
  sandbox: Sandbox,
  value: unknown,
  { signal, share, stages }: RequestContext,
): Promise<Problem[]> {
  const { data: schema } = dataSchema.safeParse(value)
  if (schema === undefined || schema === null) return []
  try {
    const problem = await sandbox.run('findSchemaProblem', [schema], { signal, share, stages })
    return problem === null ? [] : [schemaProblem(`the schema can't be compiled: ${problem}`)]
  } catch (error) {
    // The thread's limits of time and memory.
    if (!(error instanceof ServiceError) || error.type !== 'invalid_response') throw error
    return [schemaProblem('the schema is too complex to be compiled')]
  }
}

function schemaProblem(message: string): Problem {
  return parameterProblem('json_schema', 'value_error', `Value error, ${message}`)
}

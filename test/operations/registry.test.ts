import { describe, expect, it } from 'vitest'
import { createRegistry, type RegisteredOperation } from '../../src/operations/registry.ts'

const registry: Record<string, RegisteredOperation> = createRegistry(['a-model'])
const operations = Object.values(registry)

describe('the registry', () => {
  it('lists each operation under its own name', () => {
    for (const [name, operation] of Object.entries(registry)) expect(operation.name).toBe(name)
  })

  it('gives each operation an interface, and unique paths and commands', () => {
    for (const field of ['restPath', 'command'] as const) {
      const given = operations.flatMap((operation) => operation[field] ?? [])
      expect(new Set(given).size).toBe(given.length)
    }
    for (const { name, restPath, isTool, command } of operations)
      expect(restPath ?? isTool ?? command, name).toBeTruthy()
  })
})

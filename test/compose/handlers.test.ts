import { expect, it } from 'vitest'
import { createHandlers } from '../../src/compose/compose.ts'
import type { OperationParts } from '../../src/operations/handler.ts'
import { createRegistry } from '../../src/operations/registry.ts'

it('opens the handler of each operation once', async () => {
  const parts = { access: null } as OperationParts
  const { account } = createRegistry(['a-model'])
  const openHandler = createHandlers(parts)
  expect(await openHandler(account)).toBe(await openHandler(account))
  expect(await openHandler(account)).not.toBe(await createHandlers(parts)(account))
})

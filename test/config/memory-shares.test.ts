import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { memoryShares } from '../../src/config/memory-shares.ts'

const mebibyte = 1024 * 1024
const idleReadersMb = 3 * (32 + 72)

describe('GLEANER_MEMORY_MB', () => {
  it('is fully divided among the service, idle readers, requests and caches', () => {
    const { budgetBytes, readerBytes, maxSnapshotBytes, maxPageBytes } = memoryShares(readConfig({}, {}))
    const sum = 192 + idleReadersMb + (budgetBytes + readerBytes + maxSnapshotBytes + maxPageBytes) / mebibyte
    expect(sum).toBeCloseTo(1536)
  })

  it('is refused if the readers would leave nothing for requests', () => {
    const tooLittle = () => readConfig({}, { GLEANER_MEMORY_MB: '1024', GLEANER_READERS: '16' })
    expect(tooLittle).toThrow(ConfigError)
    expect(tooLittle).toThrow('GLEANER_MEMORY_MB: must be at least 2216 for 16 readers (GLEANER_READERS)')
  })
})

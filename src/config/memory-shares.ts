/** Divides `GLEANER_MEMORY_MB` among the service, its caches, its requests and its readers. docs/deploy.md has the measurements. */

const mebibyte = 1024 * 1024

/** Memory that the budget doesn't count, such as code, connections and garbage, measured after thousands of requests. */
const serviceMb = 192
/** Memory of a worker thread (small pages) and an idle child process (documents). There is one more of each than `GLEANER_READERS`. */
const readerMb = 32 + 72
/** Minimum that must remain. With less, ordinary pages would be refused. */
const minRestMb = 256

interface MemorySettings {
  GLEANER_MEMORY_MB: number
  GLEANER_READERS: number
}

export type MemoryShares = ReturnType<typeof memoryShares>

export function memoryShares(settings: MemorySettings) {
  const rest = restOf(settings) * mebibyte
  return {
    budgetBytes: rest / 4,
    /** Memory that child processes use for documents, beyond their idle size. */
    readerBytes: rest / 2,
    maxSnapshotBytes: Math.floor(rest / 6),
    maxPageBytes: Math.floor(rest / 12),
  }
}

/** Returns the problem with the settings as a whole, or null. */
export function faultOfMemory(settings: MemorySettings): { name: string; message: string } | null {
  const missingMb = minRestMb - restOf(settings)
  if (missingMb <= 0) return null
  const minMb = settings.GLEANER_MEMORY_MB + missingMb
  return {
    name: 'GLEANER_MEMORY_MB',
    message: `must be at least ${minMb} for ${settings.GLEANER_READERS} readers (GLEANER_READERS)`,
  }
}

function restOf({ GLEANER_MEMORY_MB: memoryMb, GLEANER_READERS: readers }: MemorySettings): number {
  return memoryMb - serviceMb - (readers + 1) * readerMb
}

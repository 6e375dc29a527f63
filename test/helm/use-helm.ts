/** Provides Helm and the Kubernetes schemas to a test file, whose tests are skipped if either can't be installed. */

import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach } from 'vitest'
import { lacks } from '../needs.ts'
import { installPackages } from '../packaging/installed-packages.ts'
import { findHelm } from './rendered.ts'

/** Installs Helm and the schemas before a file's tests. */
export function useHelm(): void {
  let missing: string | null = null
  beforeAll(async () => {
    missing = await installPackages(fileURLToPath(new URL('.', import.meta.url)))
  }, 180_000)
  beforeEach(({ skip }) => {
    skip(missing !== null, missing ?? '')
    skip(lacks('Helm', findHelm() !== null))
  })
}

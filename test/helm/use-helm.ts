/** Helm and the Kubernetes schemas, for the tests of a file. The tests are skipped if one of them can't be installed. */

import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach } from 'vitest'
import { lacks } from '../needs.ts'
import { installPackages } from '../packaging/installed-packages.ts'
import { findHelm } from './rendered.ts'

/** Installs them before the tests of a file. */
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

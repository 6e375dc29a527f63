/** Installs the packages of this folder on demand. */

import { fileURLToPath } from 'node:url'
import { installPackages } from '../packaging/installed-packages.ts'

/** This folder, with a trailing slash. */
export const frameworks = fileURLToPath(new URL('.', import.meta.url))

/** Null if they are installed, or else the reason the registry is unreachable. */
export const installFrameworks = () => installPackages(frameworks)

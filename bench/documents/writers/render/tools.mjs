/** Runs the programs and libraries that write documents. The libraries are installed in a separate folder: see `make.mjs`. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packages = process.env.WRITERS_PACKAGES ?? process.cwd()
const requireFrom = createRequire(join(packages, 'package.json'))

/** Loads a CommonJS library. */
export const load = (name) => requireFrom(name)
/** Loads a library that has only an ES module. */
export const loadModule = (name) => import(pathToFileURL(requireFrom.resolve(name)).href)

export function run(program, args, { input, env } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  })
  if (status !== 0) throw new Error(`${program}: ${error ?? ''} ${String(stderr).slice(-600)}`)
  return stdout
}

/** Converts a file with LibreOffice. `filter` is the name after `--convert-to`, for example `odt` or `pdf:writer_pdf_Export:{…}`. */
export function convert(from, to, filter) {
  const folder = mkdtempSync(join(tmpdir(), 'writers-'))
  const profile = `-env:UserInstallation=file://${tmpdir()}/writers-profile`
  run('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, from])
  renameSync(join(folder, `${basename(from, extname(from))}${extname(to)}`), to)
  rmSync(folder, { recursive: true })
}

export const pdfFilter = (application, isTagged) =>
  `pdf:${application}_pdf_Export:${JSON.stringify({ UseTaggedPDF: { type: 'boolean', value: String(isTagged) } })}`

export const textOfItem = (item) => (typeof item === 'string' ? item : item.text)
export const isNumeric = (cell) => /^[-–+]?[\d.,\s]+\s?[£€円元%]?$/.test(cell) && /\d/.test(cell)
export const isNumericColumn = (rows, at) => rows.filter((row) => isNumeric(row[at])).length > rows.length / 2

/** Fonts by language. The others have Liberation. */
export const cjk = { ja: 'Droid Sans Fallback', zh: 'Droid Sans Fallback', ar: 'DejaVu Sans' }

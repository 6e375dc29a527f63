/**
 * Lists the documents to score: documents from npm and Debian packages at exact versions, and those that LibreOffice makes from `made/`.
 * All are cached outside the repository. Reports documents that aren't available on this machine.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { madeDocuments } from './made.ts'
import { type Truth, truthOfMade, truthOfPackage } from './truth.ts'

export interface CorpusDocument {
  /** `mammoth/tables.docx`, `made/report.pdf`. */
  id: string
  path: string
  /** File extension: `pdf`, `docx`, … */
  kind: string
  truth: Truth
}

interface CorpusList {
  npm: { package: string; version: string; licence: string; integrity: string; files: string[] }[]
  debian: { package: string; version: string; files: { path: string; sha256: string }[] }[]
  made: Record<string, string[]>
  /** The documents of `made` that are also stored with the tests. */
  fixtures: Record<string, string[]>
}

const list = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8')) as CorpusList

/** `missing` says which documents are missing and why. */
export function openCorpus(cache: string): { documents: CorpusDocument[]; missing: string[] } {
  mkdirSync(cache, { recursive: true })
  const missing: string[] = []
  const attempt = (what: string, fetch: () => CorpusDocument[]): CorpusDocument[] => {
    try {
      return fetch()
    } catch (error) {
      missing.push(`${what}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      return []
    }
  }
  const documents = [
    ...list.npm.flatMap((one) => attempt(`npm's ${one.package} ${one.version}`, () => ofNpm(one, cache))),
    ...list.debian.flatMap((one) => attempt(`Debian's ${one.package} ${one.version}`, () => ofDebian(one, cache))),
  ]
  const made = openMade(cache, 'made')
  return { documents: [...documents, ...made.documents], missing: [...missing, ...made.missing] }
}

/** Returns the same for the documents that LibreOffice makes. */
export function openMade(
  cache: string,
  which: 'made' | 'fixtures',
): { documents: CorpusDocument[]; missing: string[] } {
  mkdirSync(cache, { recursive: true })
  const { documents, missing } = madeDocuments(list[which], join(cache, 'made'))
  const found = documents.map(({ name, path }) => {
    return { id: `made/${name}`, path, kind: endingOf(name), truth: truthOfMade(name) }
  })
  return { documents: found, missing }
}

function ofNpm(
  { package: name, version, integrity, files }: CorpusList['npm'][number],
  cache: string,
): CorpusDocument[] {
  const folder = join(cache, 'npm', `${name}-${version}`)
  if (!existsSync(folder)) {
    const packed = join(cache, 'npm')
    mkdirSync(packed, { recursive: true })
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed, `${name}@${version}`]
    const file = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const tarball = join(packed, file)
    const digest = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (digest !== integrity) throw new Error('the package differs from the one that was evaluated')
    mkdirSync(folder)
    execFileSync('tar', ['xzf', tarball, '-C', folder, '--strip-components=1'], { stdio: 'ignore' })
  }
  const truths = truthOfPackage(name)
  return files.map((path) => documentOf(name, join(folder, path), truths, path))
}

function ofDebian({ package: name, version, files }: CorpusList['debian'][number], cache: string): CorpusDocument[] {
  const folder = join(cache, 'debian', `${name}-${version}`)
  if (!existsSync(folder)) {
    const downloads = join(cache, 'debian', 'packages')
    mkdirSync(downloads, { recursive: true })
    execFileSync('apt-get', ['download', '-qq', `${name}=${version}`], { cwd: downloads, stdio: 'ignore' })
    const found = execFileSync('find', [downloads, '-name', `${name}_*.deb`], { encoding: 'utf8' })
      .trim()
      .split('\n')
    mkdirSync(folder, { recursive: true })
    execFileSync('dpkg-deb', ['-x', found[0] ?? '', folder])
  }
  const truths = truthOfPackage('debian')
  return files.map(({ path, sha256 }) => {
    const full = join(folder, path)
    const bytes = readFileSync(full)
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${path} differs from the file that was evaluated`)
    if (path.endsWith('.gz')) writeFileSync(full.slice(0, -'.gz'.length), gunzipSync(bytes))
    return documentOf(name, full.replace(/\.gz$/, ''), truths, path)
  })
}

function documentOf(name: string, path: string, truths: Record<string, Truth>, listed: string): CorpusDocument {
  const key = Object.keys(truths).find((one) => listed === one || listed.endsWith(`/${one}`))
  if (key === undefined) throw new Error(`${listed} has no expected content`)
  return { id: `${name}/${key.replace(/\.gz$/, '')}`, path, kind: endingOf(path), truth: truths[key] as Truth }
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

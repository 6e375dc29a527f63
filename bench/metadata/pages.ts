/** Saved pages with metadata from other sources. Rules are developed on half of the sites and evaluated on the other half. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { JudgedField, StatedFields } from './score.ts'

export interface JudgedPage {
  id: string
  url: string
  half: 1 | 2
  stated: StatedFields
  html(): string
}

const shared = new URL('../../../shared/', import.meta.url)

/** Returns news pages from postlight/parser's tests, or none if they aren't on this machine. */
export function newsPages(): JudgedPage[] {
  const folder = new URL('suites/metadata/', shared)
  if (!existsSync(folder)) return []
  const truth = JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as ({
    id: string
    url: string
  } & StatedFields)[]
  return truth.map(({ id, url, ...stated }) => pageOf(id, url, stated, new URL(`pages/${id}.html.gz`, folder)))
}

interface Reading extends Partial<Record<JudgedField, string | null>> {
  page: string
  url: string
}

/** Returns pages of all kinds that people have labeled, or none if they aren't on this machine. `read-by-eye.json` has the values. */
export function pagesReadByEye(): JudgedPage[] {
  const folder = new URL('quality/data/', shared)
  if (!existsSync(folder)) return []
  const readings = JSON.parse(readFileSync(new URL('read-by-eye.json', import.meta.url), 'utf8')) as Reading[]
  return readings.map(({ page, url, ...stated }) => {
    const [set, id] = page.split('/')
    return pageOf(page, url, stated, new URL(`${set}/pages/${id}.html.gz`, folder))
  })
}

function pageOf(id: string, url: string, stated: StatedFields, file: URL): JudgedPage {
  const site = id.replace(/-\d+$/, '')
  const half = (createHash('sha1').update(site).digest()[0] ?? 0) % 2 === 0 ? 1 : 2
  return { id, url, half, stated, html: () => gunzipSync(readFileSync(file)).toString('utf8') }
}

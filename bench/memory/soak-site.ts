/** The sites of a soak test: small and large pages, all kinds of documents, errors, redirects, and broken connections. */

import type { ServerResponse } from 'node:http'
import { samples } from '../../test/documents/hostile/mutations.ts'
import { openOrigin, type Site } from '../../test/origin.ts'
import { choosePages, lacksSavedPages } from '../rig/saved-pages.ts'
import { openBrokenOrigin } from '../torture/origins/broken-origin.ts'
import { type OriginFault, originFaults } from '../torture/origins/faults.ts'
import { createRandom, type Random } from '../torture/random.ts'
import { type Shape, sendShape } from '../torture/shapes/shape.ts'
import { filesBelow, fixtures, ordinaryPage, savedFile } from './bodies.ts'

interface SoakSite {
  /** Returns a URL to scrape. */
  draw(random: Random): string
  close(): Promise<void>
}

type Urls = readonly [string, ...string[]]

/** True for faults that end quickly. The others would take most of the time. */
const isQuick = ({ answers, name }: OriginFault) =>
  !answers.includes('target_timeout') && !name.includes('length of a terabyte')

export async function openSoakSite(seed: number): Promise<SoakSite> {
  const faults = originFaults.filter(isQuick)
  const broken = await openBrokenOrigin(faults, createRandom(seed))
  const site: Site = {}
  const add = (folder: string, shapes: readonly Shape[]): Urls => {
    for (const [at, shape] of shapes.entries()) site[`/${folder}/${at}`] = sendShape(shape)
    return shapes.map((_, at) => `/${folder}/${at}`) as [string, ...string[]]
  }
  const pages = filesBelow(fixtures).filter((file) => file.endsWith('.html'))
  const documents = filesBelow(`${fixtures}/documents`).filter((file) => !file.endsWith('.json'))
  const paths = {
    small: add('small', pages.map(savedFile)),
    saved: add('saved', lacksSavedPages ? pages.map(savedFile) : savedPages()),
    large: add('large', [0.3, 0.5, 1, 2].map(ordinaryPage)),
    documents: add('documents', [...documents.map(savedFile), ...sampleDocuments()]),
    errors: addErrors(site),
    redirects: addRedirects(site),
  }
  const origin = await openOrigin(site)
  let count = 0
  const page = (list: Urls) => (random: Random) => {
    // Half of the URLs are new, so that their results are also stored.
    const query = random.chance(0.5) ? `?n=${++count}` : ''
    return origin.url + random.pick(list) + query
  }
  const kinds: readonly (readonly [number, (random: Random) => string])[] = [
    [55, page(paths.small)],
    [15, page(paths.saved)],
    [2, page(paths.large)],
    [13, page(paths.documents)],
    [6, page(paths.errors)],
    [4, page(paths.redirects)],
    [5, (random) => broken.urlOf(random.pick(faults as [OriginFault, ...OriginFault[]]))],
  ]
  return {
    draw: (random) => random.weighted(kinds)(random),
    async close() {
      await origin.close()
      await broken.close()
    },
  }
}

const savedPages = () =>
  [...choosePages(300, 2000, 250_000)].map(([name, body]): Shape => ({ kind: 'html', name, build: () => body }))

const sampleDocuments = () => [...samples].map(([kind, bytes]): Shape => ({ kind, name: kind, build: () => bytes }))

function addErrors(site: Site): Urls {
  const statuses = [204, 400, 401, 403, 404, 410, 429, 500, 503]
  for (const status of statuses)
    site[`/error/${status}`] = { status, body: status === 204 ? '' : `<h1>Error ${status}</h1>` }
  site['/error/type'] = { headers: { 'content-type': 'video/mp4' }, body: 'x' }
  site['/error/garbage'] = { headers: { 'content-type': 'application/pdf' }, body: 'no PDF' }
  site['/error/empty'] = { body: '' }
  return Object.keys(site).filter((path) => path.startsWith('/error/')) as [string, ...string[]]
}

function addRedirects(site: Site): Urls {
  const to = (location: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(302, { location, 'set-cookie': `a=${'x'.repeat(500)}` }).end()
  site['/redirect/once'] = to('/small/1')
  site['/redirect/twice'] = to('/redirect/once')
  site['/redirect/circle'] = to('/redirect/circle')
  site['/redirect/refused'] = to('http://10.0.0.1/')
  site['/redirect/page'] = { body: '<meta http-equiv="refresh" content="0; url=/small/2"><p>x</p>' }
  return Object.keys(site).filter((path) => path.startsWith('/redirect/')) as [string, ...string[]]
}

/** Saved pages with many styles, whose missing sheets, images and frames are replaced. */

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { drawPng } from '../../test/operations/rendering/draw-png.ts'
import type { Site } from '../../test/origin.ts'

const data = fileURLToPath(new URL('../../../shared/quality/data', import.meta.url))

/** Sets and names of pages, chosen for their inline styles and layers. */
const savedNames = [
  'magic-article/0c3fcbaa26a30637563e2061cabb06474fcf536829c25ae0f4164a42883eb6d3',
  'magic-article/3f58e21331d4102b375a8551c7d6323dbe147f15945a78f85bfe9e3f60ba1452',
  'magic-forum-dev/07e4af23103e8528ec3de33bfdea48b88c5c6d5f05d4fc6abd9d97f39918d695',
  'scrapinghub/7837c9d66c815b9a21dd669a3dc21677c3f084b1b7dd603d56e87867d8970dd3',
  'trafilatura-dev/badische-zeitung.de-Wohnungssuche',
  'trafilatura-dev/de.happycoffee.org.sidamo',
  'trafilatura-dev/madymorrsion.com.energy',
  'trafilatura-dev/ritinardo.wordpress.com.btw17',
  'wcxb-dev/0011',
  'wcxb-dev/0150',
  'wcxb-dev/0266',
  'wcxb-dev/0323',
  'wcxb-dev/0393',
  'wcxb-dev/0655',
  'wcxb-dev/2954',
  'wcxb-dev/0601',
  'wcxb-dev/0175',
  'wcxb-dev/0704',
  'wcxb-dev2/0023',
  'wcxb-dev2/0173',
  'wcxb-dev2/0353',
  'wcxb-dev2/2844',
  'wcxb-dev2/2848',
  'wcxb-dev2/0660',
  'wcxb-dev2/0714',
]

const image = drawPng('saved', 640, 400)
const sheet = `body { font-family: sans-serif; margin: 8px auto; max-width: 1100px } img { max-width: 100%; height: auto }
nav ul, header ul { display: flex; flex-wrap: wrap; gap: 12px; list-style: none; padding: 0 } h1 { font-size: 32px } footer { background: #eee }`

/** The paths of the pages, and the site that also answers for the URLs on other hosts. */
export function readSavedSite(): { paths: string[]; site: Site } {
  const site: Site = {}
  const assets = new Map<string, string>()
  // A page that repeats its requests for one URL would count as polling.
  const pathOf = (url: string) => {
    const path = assets.get(url) ?? `/asset/${assets.size}`
    assets.set(url, path)
    return path
  }
  const paths = savedNames.map((name) => {
    const [set, file] = name.split('/')
    const html = gunzipSync(readFileSync(`${data}/${set}/pages/${file}.html.gz`)).toString()
    const body = html
      .replace(/<base\b[^>]*>/gi, '')
      .replace(
        /((?:src|srcset|href|data-src|poster)=["']?|url\(["']?)((?:https?:)?\/\/[^\s"'>),]+)/gi,
        (_, start, url) => start + pathOf(url),
      )
    site[`/saved/${name}`] = { body }
    return `/saved/${name}`
  })
  for (const path of assets.values()) site[path] = answerAsset
  return { paths, site }
}

/** Answers with what the page needs the resource for. */
function answerAsset({ headers }: IncomingMessage, response: ServerResponse): void {
  const kind = headers['sec-fetch-dest']
  if (kind === 'image') response.writeHead(200, { 'content-type': 'image/png' }).end(image)
  else if (kind === 'style') response.writeHead(200, { 'content-type': 'text/css' }).end(sheet)
  else response.writeHead(404, { 'content-type': 'text/plain' }).end()
}

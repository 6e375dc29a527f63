/** The 60 saved pages used to measure and compare outputs, if they are next to the repository. */

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { savedPage } from '../needs.ts'

export interface SamplePage {
  set: string
  id: string
  url: string
}

const { location, isMissing } = savedPage('quality/')

export const lacksSamples = isMissing

/** Empty if the pages are missing. */
export const samples: readonly SamplePage[] = isMissing
  ? []
  : JSON.parse(readFileSync(new URL('samples.json', location), 'utf8'))

/** Returns the page as received. */
export function bodyOf({ set, id }: SamplePage): Buffer {
  return gunzipSync(readFileSync(new URL(`data/${set}/pages/${id}.html.gz`, location)))
}

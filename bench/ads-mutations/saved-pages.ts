/** The saved result pages next to the repository, with the titles that a person read on them. */

import { readFileSync } from 'node:fs'
import { savedPage } from '../../test/needs.ts'

export interface SavedResultPage {
  file: string
  /** The page's status, determined by a person. */
  status: string
  titles: string[]
  html: string
  response: { status: number; finalUrl: string; page: number }
}

interface TrueResultPage {
  file: string
  status: string
  ads: { title: string }[]
  shopping: { title: string }[]
}

/** Returns the saved pages, or none if they are missing. */
export function readSavedPages(): SavedResultPage[] {
  const { location, isMissing } = savedPage('google-ads/')
  if (isMissing) return []
  const truth: TrueResultPage[] = JSON.parse(readFileSync(new URL('truth.json', location), 'utf8'))
  return truth.map(({ file, status, ads, shopping }) => ({
    file,
    status,
    titles: [...ads, ...shopping].map(({ title }) => title),
    html: readFileSync(new URL(`pages/${file}`, location), 'utf8'),
    response: {
      status: status === 'captcha' ? 429 : 200,
      finalUrl: 'https://www.google.com/search?q=x',
      page: 1,
    },
  }))
}

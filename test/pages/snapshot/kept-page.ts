/** Pages in the form that engines return, for page store tests. */

import type { Page } from '../../../src/page/page.ts'
import type { KeptPage } from '../../../src/pages/snapshot/snapshot-store.ts'

export function pageOf(fields: Partial<Omit<Page, 'body'>> = {}, body = '<p>A page</p>'): Page {
  return {
    ...{ url: 'https://a.example/', finalUrl: 'https://a.example/', status: 200, contentType: 'text/html' },
    ...{ mediaType: 'text/html', charset: 'utf-8', headers: {}, rendered: false, complete: true, warnings: [] },
    body: new TextEncoder().encode(body),
    ...fields,
  }
}

export function keptPage(fields: Partial<KeptPage> = {}): KeptPage {
  return { page: pageOf(), fetchedAt: new Date().toISOString(), ...fields }
}

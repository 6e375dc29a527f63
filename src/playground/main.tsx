/** Starts the page: reads the stored key, the link and the service's OpenAPI document. */

import { render } from 'preact'
import { App } from './app.tsx'
import { acceptDrops } from './form/file-field.tsx'
import { readHints, readOpenApi } from './operations/read-openapi.ts'
import { type DeepLink, readDeepLink } from './session/deep-link.ts'
import { fillInRequest, hints, operations } from './session/form-state.ts'
import { holdLinkedKey, restoreKey } from './session/key.ts'
import { cancel, work } from './session/request-state.ts'

restoreKey()
const link = takeLink()
const root = document.getElementById('app')
if (root) await start(root)

async function start(element: HTMLElement): Promise<void> {
  try {
    const description = await (await fetch('/openapi.json')).json()
    operations.value = readOpenApi(description)
    hints.value = readHints(description)
  } catch {
    return render(
      <p class="broken">The service can’t be reached. Check that it runs, then reload this page.</p>,
      element,
    )
  }
  fillInLink(link)
  render(<App />, element)
  acceptDrops()
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && work.value !== null) cancel()
  })
  // Handles links that the visitor follows while the page is open.
  addEventListener('hashchange', () => fillInLink(takeLink()))
}

/** Removes the link's fragment from the URL, because a key in it would stay in the browser's history. */
function takeLink(): DeepLink {
  const taken = readDeepLink(location.hash)
  if (taken.key !== null) holdLinkedKey(taken.key)
  history.replaceState(null, '', location.pathname)
  return taken
}

function fillInLink({ operation, values }: DeepLink): void {
  const first = operations.value[0]?.name ?? ''
  if (operation !== null || Object.keys(values).length > 0) fillInRequest(operation ?? first, values)
}

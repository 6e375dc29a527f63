/** Starts the page: what is remembered, what the link says, the operations of the service, the keys of the keyboard. */

import { render } from 'preact'
import { App } from './app.tsx'
import { numberFormat } from './locale/numbers.ts'
import { readOpenApi } from './operations/read-openapi.ts'
import { type DeepLink, readDeepLink } from './session/deep-link.ts'
import { chosenOperation, fillInRequest, focusField, operations } from './session/form-state.ts'
import { holdLinkedKey, restoreKey } from './session/key.ts'
import { openPanel } from './session/panels.ts'
import { cancel, restoreHistory, work } from './session/request-state.ts'
import { restoreTheme } from './session/theme.ts'

restoreTheme()
restoreKey()
restoreHistory()
const link = takeLink()

const root = document.getElementById('app')
if (root) await start(root)

async function start(element: HTMLElement): Promise<void> {
  try {
    const response = await fetch('/openapi.json')
    operations.value = readOpenApi(await response.json(), numberFormat)
  } catch {
    return render(
      <p class="broken">The service does not describe itself. Is it running? Reload the page to try again.</p>,
      element,
    )
  }
  fillInLink(link)
  render(<App />, element)
  addEventListener('keydown', onKey)
  // A link that is followed while the page is open.
  addEventListener('hashchange', () => fillInLink(takeLink()))
}

/** Takes the link out of the address: a key in it would stay in the history of the browser. */
function takeLink(): DeepLink {
  const taken = readDeepLink(location.hash)
  if (taken.key !== null && holdLinkedKey(taken.key)) openPanel(null)
  window.history.replaceState(null, '', location.pathname)
  return taken
}

function fillInLink({ operation, values }: DeepLink): void {
  const first = operations.value[0]?.name ?? ''
  if (operation !== null || Object.keys(values).length > 0) fillInRequest(operation ?? first, values)
}

function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape' && work.value !== null) cancel()
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches('input:not([type=radio]),textarea,select')
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
  const isCommand = event.key === 'k' && (event.ctrlKey || event.metaKey)
  if ((!isSlash && !isCommand) || document.querySelector('dialog[open]')) return
  event.preventDefault()
  focusField(chosenOperation.value?.subject.name ?? '')
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.select()
}

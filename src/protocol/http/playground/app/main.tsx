/** Starts the page: what is remembered, what the link says, the operations of the service, the keys of the keyboard. */

import { render } from 'preact'
import { App } from './layout/app.tsx'
import { numberFormat } from './locale/numbers.ts'
import { readOpenApi } from './operations/read-openapi.ts'
import { readDeepLink } from './session/deep-link.ts'
import { chosenOperation, fillInRequest, focusField, operations } from './session/form-state.ts'
import { restoreKey, setKey } from './session/key.ts'
import { cancel, restoreHistory, work } from './session/request-state.ts'
import { restoreTheme } from './session/theme.ts'

restoreTheme()
restoreKey()
restoreHistory()
const link = readDeepLink(location.hash)
if (link.key !== null) setKey(link.key)
// A key in an address would stay in the history of the browser.
window.history.replaceState(null, '', location.pathname)

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
  fillInRequest(link.operation ?? operations.value[0]?.name ?? '', link.values)
  render(<App />, element)
  addEventListener('keydown', onKey)
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
}

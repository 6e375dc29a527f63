/** The form's request, as a curl command. */

import { CopyButton } from './controls/copy-button.tsx'
import { curlCommand } from './operations/curl.ts'
import { headersOf, parametersOf, withPlaceholders } from './operations/parameters.ts'
import { chosenOperation, filledIn } from './session/form-state.ts'

export function CurlPanel() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { name, example } = operation.subject
  const texts = { ...filledIn.value, [name]: filledIn.value[name] || example }
  const parameters = withPlaceholders(parametersOf(operation, texts))
  const command = curlCommand({ operation, parameters, headers: headersOf(operation, texts), origin: location.origin })
  return (
    <section class="curl" aria-labelledby="curl-title">
      <div class="view-bar">
        <h2 id="curl-title">As a curl command</h2>
        <CopyButton text={() => command} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <pre tabIndex={0}>{command}</pre>
    </section>
  )
}

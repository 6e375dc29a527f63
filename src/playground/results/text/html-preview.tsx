/** HTML as a page without its style, scripts and pictures: the text in its structure. */

import { formatNumber } from '../../locale/numbers.ts'
import { SandboxedFrame } from './sandboxed-frame.tsx'

const maxChars = 500_000

export function HtmlPreview({ html }: { html: string }) {
  const isCut = html.length > maxChars
  return (
    <div class="view">
      <div class="view-bar">
        <span class="muted">
          {isCut
            ? `The first ${formatNumber(maxChars)} of ${formatNumber(html.length)} characters, without style, scripts and pictures`
            : 'Without style, scripts and pictures: nothing is loaded from outside'}
        </span>
      </div>
      <SandboxedFrame title="Preview of the HTML" html={isCut ? html.slice(0, maxChars) : html} />
    </div>
  )
}

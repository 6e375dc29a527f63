/** A list of texts: e-mail addresses, and whatever else comes as such a list. */

import { CopyButton } from '../../controls/copy-button.tsx'
import { isWebAddress, OutsideLink } from '../../controls/outside-link.tsx'
import { formatNumber } from '../../locale/numbers.ts'

export function ListView({ items }: { items: readonly unknown[] }) {
  const texts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
  return (
    <div class="view">
      <div class="view-bar">
        <span class="muted">{formatNumber(texts.length)} found</span>
        <CopyButton label="Copy all" text={() => texts.join('\n')} />
      </div>
      {texts.length === 0 && <p class="muted empty-text">There are none on this page.</p>}
      <ul class="rows">
        {texts.map((text) => (
          <li key={text}>
            {isWebAddress(text) ? <OutsideLink url={text} /> : <span class="breakable">{text}</span>}
            <CopyButton text={() => text} />
          </li>
        ))}
      </ul>
    </div>
  )
}

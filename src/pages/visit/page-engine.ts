/** The components that load and read pages. */

import type { AddressPolicy } from '../../fetch/guard/address-policy.ts'
import type { PageSource } from '../../page/page.ts'
import type { Sandbox } from '../../readers/sandbox.ts'

export interface PageEngine {
  policy: AddressPolicy
  fetchPage: PageSource
  renderPage: PageSource
  sandbox: Sandbox
}

/** Client hints for each kind of device. */

import type { DeviceKind } from '../../page/page.ts'

/** The values that Chrome sends. Chrome doesn't treat a tablet as `mobile`. */
export const deviceHints: Readonly<Record<DeviceKind, { mobile: boolean; platform: string }>> = {
  desktop: { mobile: false, platform: 'Linux' },
  mobile: { mobile: true, platform: 'Android' },
  tablet: { mobile: false, platform: 'Android' },
}

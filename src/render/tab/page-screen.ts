/** The window and pointer of each kind of device. */

import type { DeviceKind } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'

interface Screen {
  width: number
  height: number
  /** True if the page's viewport setting applies and the pointer is a finger. */
  isHandheld: boolean
}

/** Sizes in CSS pixels. */
const screens: Readonly<Record<DeviceKind, Screen>> = {
  desktop: { width: 1280, height: 720, isHandheld: false },
  mobile: { width: 412, height: 915, isHandheld: true },
  tablet: { width: 820, height: 1180, isHandheld: true },
}

export function screenOf(device: DeviceKind = 'desktop'): Screen {
  return screens[device]
}

export async function useScreen(send: PageSession['send'], screen: Screen): Promise<void> {
  if (!screen.isHandheld) return
  await Promise.all([
    resize(send, screen),
    send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ])
}

/** A scale of 1 uses the least memory. */
export async function resize(send: PageSession['send'], { width, height, isHandheld }: Screen): Promise<void> {
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isHandheld })
}

/** Numbers, times and sizes as the browser's language writes them. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export const numberFormat = whole
export const formatNumber = (value: number): string => whole.format(value)
export const formatShare = (value: number): string => percent.format(value)

/** A date as the browser writes it; the text itself where it is none. */
export function formatMoment(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : moment.format(at)
}

const inUnit = (unit: string, digits: number, unitDisplay: 'short' | 'long' = 'short') =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits })

const milliseconds = inUnit('millisecond', 0)
const seconds = inUnit('second', 2)

export function formatDuration(ms: number): string {
  return ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000)
}

const sizes = [inUnit('byte', 0, 'long'), inUnit('kilobyte', 1), inUnit('megabyte', 1)]

export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return (sizes[step] as Intl.NumberFormat).format(bytes / 1000 ** step)
}

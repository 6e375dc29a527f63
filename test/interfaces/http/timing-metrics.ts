/** The metrics of a response's `Server-Timing`, in milliseconds, keyed by name, in order. */
export function metricsOf(response: Response): Record<string, number> {
  const header = response.headers.get('server-timing') ?? ''
  const metrics = header.split(', ').map((metric) => {
    const [, name = '', ms = ''] = /^([a-z-]+);dur=(\d+\.\d)$/.exec(metric) ?? []
    if (name === '') throw new Error(`Not a metric: ${metric}`)
    return [name, Number(ms)] as const
  })
  return Object.fromEntries(metrics)
}

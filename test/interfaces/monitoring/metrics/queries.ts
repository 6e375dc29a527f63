/** Finds what a Prometheus query refers to: metrics and their labels. */

interface NamedMetric {
  name: string
  labels: string[]
}

const ownLabels = new Set(['instance', 'job', 'le'])

/** The metrics of a query. */
export function metricsOf(query: string): NamedMetric[] {
  return [...query.matchAll(/\b((?:gleaner|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: foreign([...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)),
    }),
  )
}

/** The labels by which a query adds up. */
export function groupsOf(query: string): string[] {
  return foreign([...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/)))
}

/** Those that Prometheus does not add itself. */
const foreign = (labels: readonly string[]) => labels.filter((label) => !ownLabels.has(label))

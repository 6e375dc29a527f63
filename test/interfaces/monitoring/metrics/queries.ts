/** Finds the metrics and labels in a Prometheus query. */

interface NamedMetric {
  name: string
  labels: string[]
}

const ownLabels = new Set(['instance', 'job', 'le'])

/** Returns the metrics in a query. */
export function metricsOf(query: string): NamedMetric[] {
  return [...query.matchAll(/\b((?:gleaner|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: foreign([...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)),
    }),
  )
}

/** Returns the labels that a query groups by. */
export function groupsOf(query: string): string[] {
  return foreign([...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/)))
}

/** Labels that Prometheus doesn't add itself. */
const foreign = (labels: readonly string[]) => labels.filter((label) => !ownLabels.has(label))

/** Groups values that follow each other, such as the runs of a row or the lines of a column. */

export type Group<Value> = [Value, ...Value[]]

/** Splits values into groups, in order. `goesOn`: true for a value that belongs to the group of the value before it. */
export function groupsOf<Value>(
  values: Iterable<Value>,
  goesOn: (before: Value, value: Value, group: Readonly<Group<Value>>) => boolean,
): Group<Value>[] {
  const groups: Group<Value>[] = []
  for (const value of values) {
    const group = groups.at(-1)
    if (group && goesOn(group.at(-1) as Value, value, group)) group.push(value)
    else groups.push([value])
  }
  return groups
}

/** Returns the values, with neighbors replaced by one value if `join` doesn't return null for them. */
export function joined<Value>(values: Iterable<Value>, join: (before: Value, value: Value) => Value | null): Value[] {
  const all: Value[] = []
  for (const value of values) {
    const before = all.at(-1)
    const both = before === undefined ? null : join(before, value)
    if (both === null) all.push(value)
    else all[all.length - 1] = both
  }
  return all
}

/** Returns the differences between neighbors. */
export const stepsOf = (values: readonly number[]): number[] =>
  values.slice(1).map((value, at) => value - (values[at] ?? value))

/** Returns the value below which the given share of the values is; undefined if there are no values. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

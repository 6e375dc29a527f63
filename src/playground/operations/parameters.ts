/** What is filled in, as the parameters of a request: what was left at its default is left out. */

import type { ApiOperation, FormField } from './api-operation.ts'

/** Texts by the name of the field; no entry where nothing was filled in. */
export type FilledIn = Readonly<Record<string, string>>

/** Parameters in the order of the form, as texts. */
export function parametersOf(operation: ApiOperation, filledIn: FilledIn): Record<string, string> {
  const fields = [operation.subject, ...operation.fields].filter(({ isHeader }) => !isHeader)
  return Object.fromEntries(fields.flatMap((field) => entryOf(field, filledIn)))
}

/** Headers of the request that are fields of the form. */
export function headersOf(operation: ApiOperation, filledIn: FilledIn): Record<string, string> {
  return Object.fromEntries(
    operation.fields.filter(({ isHeader }) => isHeader).flatMap((field) => entryOf(field, filledIn)),
  )
}

function entryOf(field: FormField, filledIn: FilledIn): [string, string][] {
  const text = filledIn[field.name] ?? ''
  if (field.required) return [[field.name, text]]
  return text === '' || text === field.defaultText ? [] : [[field.name, text]]
}

/** The parameters with the types that JSON has for them: for a tool call, and for a JSON body. */
export function typedParameters(
  operation: ApiOperation,
  parameters: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const kinds = new Map([operation.subject, ...operation.fields].map(({ name, kind }) => [name, kind]))
  return Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, typedValue(text, kinds.get(name) ?? 'text')]),
  )
}

/** What is no value of the kind stays as it was written: the service says what is wrong with it. */
function typedValue(text: string, kind: FormField['kind']): unknown {
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'choices' || kind === 'pairs' || kind === 'json') return parsedOr(text)
  return text
}

/** What JSON says; the text itself where it is none. */
export function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A host without a scheme is taken for a page over https, as in the address bar of a browser. */
export function completeAddress(text: string): string {
  const address = text.trim()
  return /^[\p{L}\d](?:[\p{L}\d-]*\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u.test(address) ? `https://${address}` : address
}

/** What is filled in: the operation that is chosen, and the texts of its fields. Each operation keeps its own. */

import { computed, signal } from '@preact/signals'
import type { ApiOperation, FormField } from '../operations/api-operation.ts'
import { completeAddress, type FilledIn } from '../operations/parameters.ts'

export const operations = signal<readonly ApiOperation[]>([])
const chosenName = signal('')
const texts = signal<Readonly<Record<string, FilledIn>>>({})

export const chosenOperation = computed(
  () => operations.value.find(({ name }) => name === chosenName.value) ?? operations.value[0] ?? null,
)

export const filledIn = computed<FilledIn>(() => texts.value[chosenOperation.value?.name ?? ''] ?? {})

/** Null empties the field, so that its default holds again. */
export function fillIn(values: Readonly<Record<string, string | null>>): void {
  const name = chosenOperation.value?.name ?? ''
  const next = { ...filledIn.value, ...values }
  const kept = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '')
  texts.value = { ...texts.value, [name]: Object.fromEntries(kept) }
}

/** Fills in a whole request; an operation that is not there changes nothing. */
export function fillInRequest(operation: string, values: Readonly<Record<string, string>>): void {
  if (!operations.value.some(({ name }) => name === operation)) return
  chosenName.value = operation
  texts.value = { ...texts.value, [operation]: {} }
  fillIn(values)
}

/** Goes to another operation. One that is asked about the same kind of subject takes over the fields that both have. */
export function chooseOperation(name: string): void {
  const [before, texts] = [chosenOperation.value, filledIn.value]
  chosenName.value = name
  const after = chosenOperation.value
  if (!before || !after || after.subject.name !== before.subject.name) return
  const shared = [after.subject, ...after.fields].filter((field) => texts[field.name] && !field.isHeader)
  fillIn(Object.fromEntries(shared.map((field) => [field.name, texts[field.name] ?? null])))
}

export function completeSubject(): void {
  const subject = chosenOperation.value?.subject
  if (subject?.name === 'url') fillIn({ url: completeAddress(filledIn.value.url ?? '') })
}

export function fieldId({ name }: Pick<FormField, 'name'>): string {
  return `field-${name}`
}

/** Focuses a field, unfolding what it is in. */
export function focusField(name: string): void {
  const element = document.getElementById(fieldId({ name }))
  element?.closest('details')?.setAttribute('open', '')
  element?.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

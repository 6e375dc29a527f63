/** The chosen operation and the values of its fields. Each operation keeps its own values. */

import { computed, signal } from '@preact/signals'
import { completeUrl, type FilledIn } from '../operations/parameters.ts'
import type { ApiOperation, FormField } from '../operations/read-openapi.ts'

export const operations = signal<readonly ApiOperation[]>([])
export const hints = signal<ReadonlyMap<string, string>>(new Map())
/** A file to read instead of the URL. */
const chosenFile = signal<File | null>(null)
const chosenName = signal('')
const texts = signal<Readonly<Record<string, FilledIn>>>({})

export const chosenOperation = computed(
  () => operations.value.find(({ name }) => name === chosenName.value) ?? operations.value[0] ?? null,
)

export const filledIn = computed<FilledIn>(() => texts.value[chosenOperation.value?.name ?? ''] ?? {})

/** The URLs of a list: several lines in the field of an operation that accepts them. Otherwise null. */
export const listedUrls = computed<readonly string[] | null>(() => {
  const text = filledIn.value.url ?? ''
  if (!chosenOperation.value?.batchPath || chosenFile.value || !text.includes('\n')) return null
  return text.split('\n').map(completeUrl).filter(Boolean)
})

/** Sets the text of one field. Empty text restores the default. */
export function fillIn(field: string, text: string): void {
  const name = chosenOperation.value?.name ?? ''
  const { [field]: _, ...others } = filledIn.value
  texts.value = { ...texts.value, [name]: text === '' ? others : { ...others, [field]: text } }
}

export function fillInRequest(operation: string, values: FilledIn): void {
  if (!operations.value.some(({ name }) => name === operation)) return
  chosenName.value = operation
  texts.value = { ...texts.value, [operation]: values }
}

/** Switches the operation. Keeps the URL if both operations take one. */
export function chooseOperation(name: string): void {
  const subject = chosenOperation.value?.subject.name ?? ''
  const text = filledIn.value[subject] ?? ''
  chosenName.value = name
  if (chosenOperation.value?.subject.name === subject)
    fillIn(subject, chosenOperation.value.batchPath ? text : firstLine(text))
}

/** The file that the chosen operation reads instead of its subject. */
export const sentFile = computed(() => (chosenOperation.value?.filePath ? chosenFile.value : null))

/** Reads a file instead of the URL, with the operation that takes files. */
export function chooseFile(file: File | null): void {
  chosenFile.value = file
  const taker = operations.value.find(({ filePath }) => filePath !== null)
  if (file && !chosenOperation.value?.filePath && taker) chooseOperation(taker.name)
}

/** Adds https:// to a URL without a scheme. */
export function completeSubject(): void {
  if (chosenOperation.value?.subject.name === 'url' && listedUrls.value === null)
    fillIn('url', completeUrl(filledIn.value.url ?? ''))
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

export function fieldId({ name }: Pick<FormField, 'name'>): string {
  return `field-${name}`
}

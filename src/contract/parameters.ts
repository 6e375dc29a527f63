/** Building blocks of the operations' inputs: bounded, flat, and faulted in Pydantic's names. */

import { z } from 'zod'
import type { ErrorType } from '../errors.ts'

/** Text of `min` to `max` UTF-16 units. */
export function boundedText(min: number, max: number) {
  return z.string().min(min).max(max)
}

/** Whole number within bounds. */
export function integer(min: number, max: number) {
  return z.int().min(min).max(max)
}

/** Time limit of the whole request in milliseconds; fractions are allowed (SPEC.md: number). */
export function timeoutMs(min: number, max: number, byDefault: number) {
  return z.number().min(min).max(max).default(byDefault).describe('Time limit for the whole request, in milliseconds.')
}

/** Adds a problem of the given type to a check. */
export function fault(
  context: z.core.ParsePayload<string>,
  type: Extract<ErrorType, 'url_parsing' | 'url_scheme' | 'enum' | 'value_error'>,
  message: string,
): void {
  context.issues.push({ code: 'custom', input: context.value, message, params: { type } })
}

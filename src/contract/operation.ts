/** What an operation is to every door: a name, words, an input, a result and a price. */

import type { z } from 'zod'

export interface Operation<Input = Record<string, unknown>> {
  name: 'scrape' | 'google_ads'
  /** Short name for people. */
  title: string
  /** What it is for, when to use the other one, what it costs, what it does not do. */
  description: string
  /** Flat: text, numbers, booleans and enums, so that it is query string, tool input, flags and OpenAPI at once. */
  input: z.ZodObject<z.ZodRawShape>
  /** Rules that need more than one parameter. `values` holds the parameters that are valid by themselves. */
  rules: Rule[]
  result: z.ZodObject<z.ZodRawShape>
  /** Defaults that hold over MCP only. */
  mcpDefaults: Partial<Input>
  priceCredits(input: Input): number
  /** The price in words, for documents. */
  priceText: string
}

export interface Rule {
  /** Parameter that is at fault. */
  param: string
  /** What is wrong, or null. */
  check(values: Readonly<Record<string, unknown>>): string | null
}

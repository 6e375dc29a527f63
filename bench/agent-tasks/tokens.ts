/** Counts tokens in the vocabulary o200k_base. */

import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'

const encoding = new Tiktoken(o200k)

export function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + encoding.encode(text).length, 0)
}

interface Tool {
  name: string
  description?: string | undefined
  inputSchema: object
}

/** Returns the tokens that the definitions of tools cost a model. Clients forward only these three fields. */
export function definitionTokens(tools: readonly Tool[]): number {
  return tokensOf(
    tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, input_schema: inputSchema })),
  )
}

/** The operations that the page offers, as the API's description states them. */

export type FieldKind = 'enum' | 'boolean' | 'integer' | 'number' | 'text' | 'long text' | 'choices' | 'pairs' | 'json'

/** One parameter as a field of the form. */
export interface FormField {
  name: string
  kind: FieldKind
  /** Whether it is a header of the request, and no parameter. */
  isHeader: boolean
  required: boolean
  description: string
  /** As it is written in the form; empty where there is none. */
  defaultText: string
  example: string
  /** Of `enum` and `choices`. */
  choices: readonly string[]
  /** Bounds in words: `1–120,000`. Empty where there are none. */
  bounds: string
}

export interface ApiOperation {
  name: string
  title: string
  description: string
  path: string
  /** Whether the same path takes the parameters as a JSON body. */
  takesJson: boolean
  price: string | null
  /** Name of its MCP tool and of its command; null where it has none. */
  tool: string | null
  command: string | null
  /** What it is asked about: the address or the query. */
  subject: FormField
  fields: readonly FormField[]
}

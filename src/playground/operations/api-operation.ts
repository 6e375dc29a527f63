/** The operations that the page offers, as the service's OpenAPI document describes them. */

export type FieldKind = 'enum' | 'boolean' | 'number' | 'text' | 'long text' | 'choices' | 'pairs' | 'lines' | 'json'

export interface FormField {
  name: string
  kind: FieldKind
  /** True if the parameter is sent as a request header. */
  isHeader: boolean
  required: boolean
  description: string
  /** The default value as the form shows it. Empty if the parameter has no default. */
  defaultText: string
  example: string
  choices: readonly string[]
}

export interface ApiOperation {
  name: string
  title: string
  path: string
  /** Path to which a file is sent instead of the subject. Null if the operation takes no file. */
  filePath: string | null
  /** True if the same path accepts a POST with the parameters as a JSON body. */
  takesJson: boolean
  /** Path that accepts a list of URLs, or null. */
  batchPath: string | null
  price: string | null
  /** The required parameter: a URL or a query. */
  subject: FormField
  /** All other parameters, most common first. */
  fields: readonly FormField[]
}

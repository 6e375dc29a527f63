/** Returns the content of a result as text, either unchanged or as indented JSON, with a line break at the end. */

export function printedContent(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return text.endsWith('\n') || text === '' ? text : `${text}\n`
}

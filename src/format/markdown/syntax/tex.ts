/** TeX that markdown may hold between dollars. */

/**
 * TeX without tags, comments and links for those who read the markdown without its formulas: a space within them means nothing in TeX.
 * A `<` that can begin no tag (no `>` ends it, no quote carries it beyond the dollars) stays as it is.
 */
export function inertTex(tex: string): string {
  const withoutTags = tex.includes('<') && /[>"'=!?]/.test(tex) ? tex.replace(/<(?=[a-zA-Z/!?])/g, '< ') : tex
  return withoutTags.replaceAll('](', '] (')
}

/** TeX that markdown may hold between dollars. */

/**
 * TeX without tags, comments and links for those who read the markdown without its formulas: a space within them means nothing in TeX.
 * One that can be none (no `>` ends it, no quote carries it beyond the dollars, no scheme stands in it) stays as it is.
 */
export function inertTex(tex: string): string {
  const withoutTags = tex.includes('<') && /[>"'=!?]/.test(tex) ? tex.replace(/<(?=[a-zA-Z/!?])/g, '< ') : tex
  return withoutTags.includes('](') && /[:&]/.test(tex) ? withoutTags.replaceAll('](', '] (') : withoutTags
}

/** TeX that markdown may hold between dollars. */

/**
 * Returns TeX without tags, comments and links, for readers that don't support formulas. Spaces added within them don't matter in TeX.
 * A `<` that can't begin a tag (no `>` ends it, no quote carries it beyond the dollars) is left unchanged.
 */
export function inertTex(tex: string): string {
  const withoutTags = tex.includes('<') && /[>"'=!?]/.test(tex) ? tex.replace(/<(?=[a-zA-Z/!?])/g, '< ') : tex
  return withoutTags.replaceAll('](', '] (')
}

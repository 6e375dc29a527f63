/** Makes TeX safe to write between dollar signs in markdown. */

/**
 * Returns TeX with spaces added, so that readers that don't support formulas find no tags, comments or links in it. In TeX, the spaces
 * don't matter. A `<` that can't begin a tag (no `>` ends it, no quote extends it beyond the dollar signs) is left unchanged.
 */
export function inertTex(tex: string): string {
  const withoutTags = tex.includes('<') && /[>"'=!?]/.test(tex) ? tex.replace(/<(?=[a-zA-Z/!?])/g, '< ') : tex
  return withoutTags.replaceAll('](', '] (')
}

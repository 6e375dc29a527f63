/** Counts the titles, ad links, offers and organic results in each element's subtree. */

import type { Element, ParentNode } from 'domhandler'
import { isInside } from '../dom/headings.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { isAppCard } from '../survey/app-and-call-links.ts'
import type { AdTitle, ResultPageSurvey } from '../survey/result-page-survey.ts'

export interface SubtreeContents {
  titles: AdTitle[]
  /** Ad links, except links of carousel tiles. */
  links: AdLink[]
  organic: number
  offers: number
  appCards: number
}

/** Counts the contents of each element that has any. A title counts if both its heading and its link are inside. */
export function countContents(
  survey: Pick<ResultPageSurvey, 'links' | 'organic'>,
  titles: AdTitle[],
): Map<ParentNode, SubtreeContents> {
  const contentsOf = new Map<ParentNode, SubtreeContents>()
  const addToAncestors = (element: Element, add: (contents: SubtreeContents) => void) => {
    for (let above: ParentNode | null = element; above; above = above.parent) {
      const contents = contentsOf.get(above) ?? { titles: [], links: [], organic: 0, offers: 0, appCards: 0 }
      contentsOf.set(above, contents)
      add(contents)
    }
  }
  for (const title of titles) {
    // The heading contains its link, the link contains the heading, or they are siblings. The inner element is what counts.
    const inner = isInside(title.heading, title.link.element) ? title.heading : title.link.element
    addToAncestors(inner, (contents) => contents.titles.push(title))
  }
  for (const link of survey.links) {
    if (link.isTile) addToAncestors(link.element, (contents) => contents.offers++)
    else addToAncestors(link.element, (contents) => contents.links.push(link))
    if (isAppCard(link)) addToAncestors(link.element, (contents) => contents.appCards++)
  }
  for (const { element } of survey.organic) addToAncestors(element, (contents) => contents.organic++)
  return contentsOf
}

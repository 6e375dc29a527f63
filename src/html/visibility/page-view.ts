/** A document as one part of the code reads it, without the elements and attributes that the policy for this part leaves out. */

import type { AnyNode, ChildNode, Element, Text } from 'domhandler'
import type { Document } from '../document.ts'
import { isElement, isText, textOf, walk } from '../traverse.ts'
import { type HidingGroup, type HidingRule, hidingRules } from './hiding-rules.ts'
import { policies, type VisibilityPolicy } from './policies.ts'
import { HidingRuleSet, KnownValues } from './rule-set.ts'
import { type SheetsRead, Visibility } from './visibility.ts'

/**
 * Returns the document under one visibility policy, such as `markdown` or `links`. For a second policy, call `PageView.by`, which doesn't
 * evaluate the document again. Evaluations aren't cached by document, because a WeakMap took up a fifth of the time needed for a page's
 * links.
 * @example
 * const [hidden] = document.elements.named('p')
 * viewDocument(document, 'markdown').leavesOut(hidden) // true: its style is font-size:0
 */
export function viewDocument(document: Document, reader: keyof typeof policies): PageView {
  return createViews(document)(reader)
}

/** Nodes that a document's own style sheets hide from visitors, frames included. */
export function findHiddenNodes(document: Document): ReadonlySet<ChildNode> {
  // A frame clips its content.
  for (const { attribs } of document.frameElements) attribs.style = `overflow:hidden;${attribs.style ?? ''}`
  const view = viewDocument(document, 'book')
  const found = new Set<ChildNode>()
  walk(document.root, (node) => {
    const isOut = (isElement(node) || isText(node)) && view.leavesOut(node)
    if (isOut) found.add(node as ChildNode)
    return !isOut
  })
  return found
}

/** The document under several policies. Policies that read style sheets the same way share one evaluation. */
export function createViews(document: Document): (reader: keyof typeof policies) => PageView {
  const verdicts = new Map<SheetsRead, Visibility>()
  const known = new KnownValues()
  return (reader) => {
    const policy: VisibilityPolicy = policies[reader]
    const sheets = policy.readsSheets ?? null
    const verdict = verdicts.get(sheets) ?? new Visibility(document, sheets, known)
    verdicts.set(sheets, verdict)
    return new PageView(verdict, policy)
  }
}

/** Groups whose rules no longer apply once a script or a click has shown the element. */
const lifted: ReadonlySet<HidingGroup> = new Set(['hidden', 'findable', 'illegible', 'distant', 'template'])
/** Groups whose elements contain text that a visitor could take for part of the page. */
const concealing: ReadonlySet<HidingGroup> = new Set(['hidden', 'findable', 'illegible', 'distant'])
const noscriptRules = hidingRules.filter(({ group }) => group === 'noscript')
const judgedRule: HidingRule = { reason: 'not visible', group: 'hidden' }
const liftedAttributes = new Set(['hidden', 'popover', 'style'])
/** Attributes shown only on hover or used only by screen readers. */
const unrenderedAttributes = new Set(['title', 'videotitle', 'aria-label', 'aria-description'])

/** True if a rule conceals text the way hidden instructions are concealed. False for screen reader labels, templates and fallbacks. */
export function isConcealing({ group }: HidingRule): boolean {
  return concealing.has(group)
}

/** The rules of one policy, built once. */
type ReaderRules = Record<'lifted' | 'lasting', HidingRuleSet>

const rulesOfPolicies = {
  source: new Map<VisibilityPolicy, ReaderRules>(),
  judged: new Map<VisibilityPolicy, ReaderRules>(),
}

function ruleSetsOf(policy: VisibilityPolicy, isJudged: boolean): ReaderRules {
  const made = rulesOfPolicies[isJudged ? 'judged' : 'source']
  const known = made.get(policy)
  if (known) return known
  const lasting = policy.rules.filter(({ group }) => !lifted.has(group))
  const rules = {
    lifted: new HidingRuleSet(
      policy.rules.filter(({ group }) => lifted.has(group) && !(isJudged && concealing.has(group))),
    ),
    lasting: new HidingRuleSet(isJudged && policy.hidesMarked === true ? [...lasting, ...noscriptRules] : lasting),
  }
  made.set(policy, rules)
  return rules
}

export class PageView {
  readonly #visibility: Visibility
  readonly policy: VisibilityPolicy
  readonly #rules: ReaderRules

  constructor(visibility: Visibility, policy: VisibilityPolicy) {
    this.#visibility = visibility
    this.policy = policy
    this.#rules = ruleSetsOf(policy, visibility.judged !== null)
  }

  by(reader: keyof typeof policies): PageView {
    return new PageView(this.#visibility, policies[reader])
  }

  /**
   * The view of the document in which the service and the training code look for main content. It includes the surroundings, which style
   * sheets often hide (menus, share buttons, notices), so only a language model's view takes them into account.
   */
  get forMainContent(): PageView {
    if (this.policy.readsSheets === 'strictly') return this.by('modelMainContent')
    const visibility = this.#visibility.byAttributes
    return visibility === this.#visibility ? this : new PageView(visibility, this.policy)
  }

  /** True if all hidden text is kept, because the page hides nearly all of its text. */
  get keepsHidden(): boolean {
    return this.policy.keepsNearlyAll === true && this.#visibility.hidesNearlyAll
  }

  /** True if the page hides nearly all of its text until its scripts have run, and some of that text is kept. */
  get keepsTextOfScripts(): boolean {
    if (this.policy.hidesMarked !== undefined && this.#visibility.judged?.keepsText === true) return true
    if (this.policy.keepsShownLater !== true || !this.#visibility.hidesNearlyAll) return false
    return this.keepsHidden || [...this.#visibility.shownLater.values()].includes('script')
  }

  /** True if the page's style sheets are too large to evaluate completely. Text that they hide may then remain. */
  get isCut(): boolean {
    return this.policy.hidesMarked === true && this.#visibility.judged === null && this.#visibility.styles.isCut
  }

  /** The rule that leaves out an element and everything below it; null if the element stays. */
  hidingRule(element: Element): HidingRule | null {
    // Policies that don't keep what is shown later have only a few rules, by element name, so they don't need the list of candidates.
    const isCandidate = this.policy.keepsShownLater !== true || this.#visibility.candidates.has(element)
    const isMarked = this.#hidesJudged(element)
    if (!isCandidate && !isMarked) return null
    const { known, styleOf } = this.#visibility
    const rule = isMarked ? judgedRule : this.#rules.lifted.find(element, known, styleOf)
    if (rule !== null && !this.#isShown(element, rule)) return rule
    const lasting = isCandidate ? this.#rules.lasting.find(element, known) : null
    return lasting !== null && !this.#keeps(element, lasting) ? lasting : null
  }

  #hidesJudged(element: Element): boolean {
    if (this.#visibility.judged?.elements.has(element) !== true) return false
    const { hidesMarked } = this.policy
    return hidesMarked === true || hidesMarked?.includes(element.name) === true
  }

  /** True if a text node is left out even though its element is kept. */
  hidesText(text: Text): boolean {
    if (this.policy.hidesMarked !== true) return false
    const { texts } = this.#visibility.judged ?? this.#visibility.styles
    return texts.size > 0 && texts.has(text) && !this.keepsHidden
  }

  #isShown(element: Element, { group }: HidingRule): boolean {
    if (this.policy.keepsShownLater !== true) return false
    return (group !== 'template' && this.keepsHidden) || this.#visibility.shownLater.has(element)
  }

  #keeps(element: Element, { group }: HidingRule): boolean {
    if (this.keepsHidden) return true
    const { keptAssistiveChars } = this.policy
    return group === 'assistive' && keptAssistiveChars !== undefined && textOf(element).length >= keptAssistiveChars
  }

  /** True if an element's text is concealed the way hidden instructions are. False for a screen reader label, template or fallback. */
  conceals(element: Element): boolean {
    const rule = this.hidingRule(element)
    return rule !== null && isConcealing(rule)
  }

  /** True if a node and everything below it are left out. */
  leavesOut(node: AnyNode): boolean {
    if (isElement(node)) return this.hidingRule(node) !== null
    if (isText(node)) return this.hidesText(node)
    return this.policy.readsForModel === true && node.type === 'comment'
  }

  /** The value of an attribute. Undefined if the element doesn't have it, or if the policy leaves it out. */
  attribute(element: Element, name: string): string | undefined {
    return this.hidesAttribute(element, name) ? undefined : element.attribs[name]
  }

  /** True if an attribute is left out. */
  hidesAttribute(element: Element, name: string): boolean {
    if (this.policy.readsForModel !== true) return false
    if (unrenderedAttributes.has(name)) return element.name !== 'abbr' && element.name !== 'link'
    if (!liftedAttributes.has(name)) return false
    return this.policy.keepsShownLater !== true || this.#visibility.shownLater.has(element)
  }

  /** Evaluates the document now, in its current state. Removing parts later doesn't change the result. */
  judge(): void {
    void this.#visibility.shownLater
  }

  /** Number of characters of text left out of the document by rules of any group. */
  hiddenLength({ root }: Document): number {
    let length = 0
    walk(root, (node) => {
      if (isText(node) && this.hidesText(node)) length += node.data.trim().length
      if (!isElement(node) || this.hidingRule(node) === null) return true
      length += textLength(node)
      return false
    })
    return length
  }
}

function textLength(root: Element): number {
  let length = 0
  walk(root, (node) => {
    if (isText(node)) length += node.data.trim().length
    return !isElement(node) || (node.name !== 'script' && node.name !== 'style')
  })
  return length
}

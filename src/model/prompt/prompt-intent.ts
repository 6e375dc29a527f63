/** Detects whether a prompt asks for everything on the page, and whether it asks for JSON. */

// "List all …", "how many …", "every …" in the most common languages. "How many days" asks for a duration, not for a count.
const measures =
  'days?|hours?|minutes?|seconds?|weeks?|months?|years?|percent|euros?|dollars?|pounds?|degrees?|miles?|met(?:er|re)s?|k?g|k?m|tage?n?|stunden?|minuten?|wochen?|monaten?|monate|jahren?|jahre|prozent'
const everythingPatterns = [
  /\b(?:all|every|each|entire|complete|full list|list of|enumerate|exhaustive)\b|^\s*list\b/i,
  new RegExp(
    String.raw`\b(?:how many|(?:the |total )number of|count (?:the|all|how)|wie ?viele|anzahl der)\s+(?!(?:\w+\s+)?(?:${measures})\b)`,
    'i',
  ),
  /\b(?:alle[rsn]?|jede[rsnm]?|sämtliche[rsn]?|vollständig\w*|auflisten|liste)\b/i,
  /\b(?:tou[st]e?s?|chaque|combien|liste[rz]?|todos|todas|cada|cuántos|cuántas|lista|listar|tutti|tutte|ogni|quanti|quante|elenca|elenco|quantos|quantas|liste)\b/i,
  /(?:все[хм]?|каждый|каждого|сколько|список|перечисли)/i,
  /(?:すべて|全て|全部|一覧|いくつ|何個|何人|列挙|所有|列出|多少|每个|每個|모든|모두|전체|목록|몇\s?개)/,
]

/** True if the answer needs the whole page, as lists and counts do. */
export function asksForEverything(prompt: string): boolean {
  return everythingPatterns.some((pattern) => pattern.test(prompt))
}

/** Matches "Answer as JSON", "gib … als JSON aus". JSON as a subject ("JSON files", "the JSON API") does not count. */
const jsonAsFormat =
  /\b(?:as|in|into|to|returns?|output|respond|reply|answer|give|provide|produce|write|print|format(?:ted)?|valid|strict|only|raw|pure|bare|plain|als|en|au|im|com|como|formato|formaat|form)\b[^.?!\n]{0,40}\bjson\b(?!\s*(?:files?|feeds?|parsers?|support|apis?|web|ld\b|tokens?|librar|endpoints?|export))/i
const jsonAsNoun =
  /^\s*json\b|\bjson\s*(?:only|:|object|array|list|format|output|with\b|mit\b|avec\b|con\b|schema)|[,;]\s*json\s*[.!]?\s*$/i
const useJson =
  /^\s*(?:please\s+)?(?:use|deliver|emit|liefere?|benutze|verwende|utilise|usa|usar|gib|donne|da)\b[^.?!\n]{0,40}\bjson\b/i
/** An imperative with an example object: `Return {"name": "", "price": 0}`. */
const exampleObject =
  /(?:^|[.!?:;\n]\s*|\b(?:and|please|then)\s+)(?:return|output|respond|reply|answer|fill|produce|give|extract|provide)\b(?:[^?{}.\n]{0,60}\b(?:as|with|like|form|format|shape|schema|structure|object|this|in))?\s*:?\s*\{\s*"[^"{}]{1,80}"\s*:/i
/** Japanese, Korean and Chinese. */
const jsonEastAsian = /JSON\s*(?:形式|で|格式|として|으로|형식|형태)|(?:以|用|返回|输出|輸出)\s*JSON/i
const isQuestion = /^\s*(?:is|are|do|does|can|could|will|has|have|which|who|why|how|where|when)\b[^?]*\?\s*$/i
const endsWithAsJson =
  /(?:\bas\s+|,\s*(?:in|als|en|au)\s+)(?:an?\s+)?(?:valid\s+)?json(?:\s+(?:object|array|list|format))?\s*\?\s*$/i

/** True if the answer must be JSON. A question about JSON, such as "Which endpoints return JSON?", doesn't ask for it. */
export function asksForJson(prompt: string): boolean {
  if (exampleObject.test(prompt)) return true
  return prompt.split(/(?<=[.!?。！？])\s+|\n/).some((sentence) => {
    if (!/json/i.test(sentence) || /\b(?:not?|without|kein|pas de|sin)\s+(?:in\s+|as\s+)?json\b/i.test(sentence))
      return false
    if (isQuestion.test(sentence)) return endsWithAsJson.test(sentence)
    return [jsonAsFormat, jsonAsNoun, useJson, jsonEastAsian].some((pattern) => pattern.test(sentence))
  })
}

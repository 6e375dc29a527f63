/** Words that may occur in any question and say nothing about its subject. */

const byLanguage = {
  english: `a about an and any are as at be been but by can could did do does for from get had has have how i if in into is it its
    many me much my not of on one or our should so some than that the their them then there these they this to was we were what when where
    which who whom whose why will with would you your`,
  german: `aber alle als am an auch auf aus bei beim bin bis da das dass dem den der des die dies diese dieser dieses durch ein eine einem
    einen einer eines er es für gibt hat haben hatte ich ihr ihre im in ist kann kein keine man mein mich mir mit muss nach nicht noch nun nur ob
    oder seine seit sich sie sind so über um und uns unter viel viele vom von vor wann war waren warum was welche welchem welchen welcher welches
    wenn wer werden wessen wie wieviel wird wo wohin woher wurde wurden zu zum zur`,
  french: `au aux avec ce ces cette combien comment dans de des du elle en est et il ils je la le les leur mais ne nous on ou où par pas
    pour pourquoi qu quand que quel quelle quelles quels qui quoi sa se ses son sont sur un une vous`,
  spanish: `al como con cómo cuál cuándo cuánto cuántos de del dónde el ella en es esta este la las lo los más no o para pero por porque que
    quién qué se son su sus un una y`,
  arabic: `ما ماذا من متى أين كيف كم هل لماذا أي هو هي هم في على إلى عن مع أن إن التي الذي هذا هذه ذلك تلك كان كانت يكون تكون بين قبل
    بعد عند كل أو ثم لا لم لن قد`,
  japanese: `です ます した ます ませ せん こと もの どの どん ので など から まで には では とは です すか ます はい いつ どこ だれ なに いく
    くら ある いる する れる られ てい って んな のは のか るの いま たの しょ うか`,
  chinese: '什么 怎么 哪里 多少 哪些 是否 如何 为何 几个',
} as const

export const stopWords: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(/\s+/)))

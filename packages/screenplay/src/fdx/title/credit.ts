/** Who is named: the writers, those who made the series, what it is based on, or others (directors, translators). */
export type Credit = 'writing' | 'series' | 'source' | 'other'

const WRITING = [
  'by\\b.*',
  // Not "De Niro": these stand alone.
  '(?:par|de|por|von|di|da|door|av|af|przez|yazan)\\s?[:：]?',
  'written',
  '(?:writ(?:er|ers|ten)|authors?|screenwriters?|screenplay|teleplay|playwright|autor(?:in|en|es)?|auteurs?|autore|autori|drehbuch|buch|scénario|scénariste|guion|guión|guionista|roteiro|sceneggiatura|scenario|scenariusz|manus|käsikirjoitus|сценарий|автор(?:ы)?(?: сценария)?|编剧|編劇|作者|脚本|각본|극본|تأليف|كتابة|סופר)(?: by)?\\s?[:：].*',
  '(?:编剧|編劇|脚本|각본|극본|تأليف|مؤلف|كتابة|כתב|מאת|автор|сценарий|автор сценария)(?:[\\s:：].*)?',
  '(?:écrit|scénario|une pièce|escrito|escrita|guion|guión|roteiro|geschrieben|drehbuch|(?:ein )?(?:drehbuch|stück|theaterstück|film|hörspiel)|scritto|sceneggiatura|geschreven|(?:un|une) (?:film|pièce|scénario|obra|guion|guión|roteiro)|manus|scenariusz|сценарий) (?:par|de|por|von|da|di|door|av|af)\\b.*',
]
const CREDIT: readonly (readonly [Credit, RegExp])[] = [
  [
    'source',
    /^(?:based (?:up)?on|from (?:the|an?) (?:novel|book|play|story|film|original)|inspired by|suggested by|adapted from|after (?:the|an?) (?:novel|book|play|story)|basado en|basada en|basato su|basierend auf|nach (?:dem|der|einem|einer) (?:gleichnamigen |wahren )?(?:roman|novelle|buch|stück|theaterstück|drama|idee|geschichte|erzählung|film)|d[’']après|baseado em|gebaseerd op)\b/iu,
  ],
  [
    'series',
    /^(?:series |show |characters? )?(?:created|developed|devised|conceived)(?: and \p{L}+)?(?: (?:for \p{L}+|\p{L}+)){0,3} by\b/iu,
  ],
  [
    'other',
    /^(?:executive |co-)?(?:directed|produced|revised|revisions?|current revisions?|edited|translated|translation|music|lyrics|choreographed|director|regie|réalisation|dirigido|dirección|regia)\b[\p{L} &,]{0,30}(?: by| von| de| por| di|\s?[:：])(?:\s|$)/iu,
  ],
  ['writing', new RegExp(`^(?:${WRITING.join('|')})$`, 'iu')],
  [
    'writing',
    /^(?:[\p{L} ,&/-]{0,40}\b)?(?:written|created|adapted|devised|developed|directed|screenplay|teleplay|story|script|play|film|movie|musical|book|libretto|words|bible|comedy|drama|pilot|sketch|novel)(?: \p{L}+){0,3} by\b/iu,
  ],
]

/** Words of credits, before "written by". */
const ABOUT_CREDITS =
  /^(?:an?|the|and|original|new|screenplay|teleplay|script|story|play|stageplay|book|music|lyrics|words|directed|created|produced|adapted|developed|devised|conceived|concept|idea|film|movie|short|feature|episode|pilot|series|sketch|musical|comedy|drama|dramatic|romantic|for|television|tv|the|screen|stage|was|also|co)$/iu
const INLINE = /^(.+?)[\s,:–—-]+(?:written|screenplay|teleplay) by\b/iu
const DASHED_INLINE = /^(.+?)(?:\s[–—-]|,)\sby (?:\p{Lu}[\p{L}.'’-]*\s?){2,4}$/u
const QUOTED_INLINE = /^(["“«„][^"”»]+["”»])[\s,–—-]+(?:written |screenplay |teleplay )?by\b/iu

/** The words before a credit in the same line: `The Paper Boat, written by A. Writer`. */
export const beforeCredit = (text: string): string | undefined => {
  const quoted = QUOTED_INLINE.exec(text)?.[1]
  if (quoted) return quoted
  const dashed = DASHED_INLINE.exec(text)?.[1]
  if (dashed) return dashed
  const before = INLINE.exec(text)?.[1]
  if (!before || /(?:[,&/]|\b(?:and|by))$/iu.test(before)) return undefined
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => ABOUT_CREDITS.test(word)) ? undefined : before
}

export const creditOf = (text: string): Credit | undefined => CREDIT.find(([, sign]) => sign.test(text))?.[0]

/** "A film by A. Writer" may be above the title. */
export const isBilling = (text: string): boolean =>
  /^(?:an?|un|une|ein|una) (?:\p{L}+ )?(?:film|movie|picture|production|play|musical|pièce|obra|stück) (?:by|de|von|di|da|por) \p{L}/iu.test(
    text,
  )

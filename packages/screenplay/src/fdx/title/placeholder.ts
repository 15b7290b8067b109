import { unquoted } from './quotes.ts'

const KIND =
  '(?:(?:tv|web|television|comic|graphic|stage|short|feature)[ -]?)?(?:script|screenplay|teleplay|stageplay|play|musical|film|movie|project|episode|show|series|season|sketch|pilot|book|novel|manga|story|issue|piece|work|game|podcast|document|production|programme?)'

/** Names of kinds of script in other languages. */
const OTHER_KIND =
  '(?:projet|proyecto|projekts?|progetto|projeto|projecto|films?|filmes?|película|série|serie|sendung|pièce|obra|stücks?|theaterstücks?|guion|guión|scénario|drehbuchs?|roteiro|copione|sceneggiatura|livre|libro|buchs?|épisode|episodio|episódio|folge|script|проекта|фильма|сценария|сериала)'

/** What templates put there for the writer to replace. English by its words, other languages by the word for title. */
const PLACEHOLDERS = [
  `(?!your name$)(?:(?:insert|enter|type|add|put|place|your|working|full|main|original) )*(?:${KIND} )*(?:title|name)(?:\\(s\\))?(?: (?:here|goes here|page|tbd))?`,
  `(?:the )?(?:title|name) of (?:the |your |this |my )?(?:${KIND}|(?:first |second |the )?(?:writer|author)s?)(?: here)?`,
  '(?:insert|enter|type|add|put) (?:your |the )?(?:title|name)\\b.*',
  `your (?:(?:${KIND} )?title|${KIND} name)\\b.*`,
  `untitled(?:[ -]*(?:${KIND}|draft|file|comedy|drama|thriller|horror|spec|original))*[ -]*\\d*`,
  `(?:${KIND}|issue|ep\\.?) ?(?:#|no\\.?|number)? ?(?:#+|x{2,}|tbd|tba|\\d?0x)`,
  `${KIND} (?:number|#)(?: and/or "?title"?)?`,
  '(?:tbd|tba|tbc|lorem ipsum\\b.*)',
  '(?:titel|titre|título|titulo|titolo|tytuł|název|otsikko|название|назва|题目|标题|標題|タイトル|題名|제목)',
  `(?:titel|titre|título|titulo|titolo|nom|nombre|nome|name|название) (?:(?:de la|de l[’']|d[’']|du|des|del|della|dell[’']|de|di|do|da|der|van het|van de|van) ?)?${OTHER_KIND}`,
  '(?:ihr|dein|mein|votre|tu|su|il tuo|seu|uw|jouw) (?:titel|titre|título|titulo|titolo|drehbuch)',
  'ohne titel|sans titre|sin título|senza titolo|sem título|zonder titel|без названия|무제|無題|无题',
].join('|')

const PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDERS})$`, 'iu')
const BRACKETED = /^(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\]|<+[^<>]*>+|\{+[^{}]*\}+)$/u

export const inBrackets = (text: string): string | undefined =>
  BRACKETED.test(text) ? text.replace(/^[([<{]+\s*|\s*[)\]>}]+$/gu, '') : undefined

/** A template's words for a title. In other languages templates set them in brackets. */
export const isPlaceholder = (text: string): boolean =>
  inBrackets(text) !== undefined || PLACEHOLDER.test(unquoted(text).replace(/[\s.:…]+$/u, ''))

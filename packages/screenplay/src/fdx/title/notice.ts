/** Words that make a line one about the draft, whatever else it is made of below. */
const DRAFT =
  /^(?:drafts?|revisions?|revised|revision|rev|revs|version|versions|versión|versão|versione|fassung|drehfassung|polish|rewrite|rewrites|pages|script|brouillon|borrador|entwurf|stesura)$/u
const ABOUT_DRAFTS =
  /^(?:first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th)|initial|early|rough|final|full|shooting|production|locked|working|spec|clean|numbered|collated|writer['’]?s|writers|network|studio|producer['’]?s|director['’]?s|table|read|pitch|rehearsal|camera|post|conformed|continuity|release|dialogue|as|broadcast|of|and|approved|internal|reading|submission|public|white|blue|pink|yellow|green|goldenrod|buff|salmon|cherry|tan|ivory|grey|gray|orange|lavender|double|color|colour|name|erste|zweite|dritte|première|primera|prima|v?\d{1,4}[a-z]?)$/u
const MONTH =
  /^(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|aprile|may|mai|mayo|maggio|june?|juni|juin|junio|giugno|july?|juli|juillet|julio|luglio|aug(?:ust)?|août|agosto|sept?(?:ember)?|septembre|septiembre|settembre|oct(?:ober)?|oktober|octobre|octubre|ottobre|nov(?:ember)?|novembre|noviembre|dec(?:ember)?|dezember|décembre|diciembre|dicembre|month|mm|enero|febrero|gennaio|febbraio)$/u
const OF_A_DATE =
  /^(?:\d{1,4}(?:st|nd|rd|th)?|as|of|on|the|de|del|den|am|le|el|date|dated|day|dd|d|m|yy|yyyy|year|(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?)$/u
const YEAR = /^(?:(?:19|20)\d\d|yyyy|yy|year)$/u
const NUMERIC_DATE =
  /^\W{0,3}(?:\d{1,4}|mm?|dd?)\s?[./-]\s?(?:\d{1,2}|mm?|dd?)\s?[./-]\s?(?:\d{1,4}|yy(?:yy)?)\W{0,3}$/iu

/** What kind of piece it is: "an original screenplay", "a play in two acts". */
const KIND =
  /^(?:screenplays?|teleplay|stageplay|scripts?|play|musical|film|movie|short|feature|series|miniseries|sitcom|comedy|drama|dramedy|thriller|treatment|opera|sketch|monologue|podcast|scénario|drehbuch|guion|guión|roteiro|sceneggiatura|genre|theaterstück|hörspiel|cortometraje|cortometraggio|kurzfilm)$/u
const ABOUT_KINDS =
  /^(?:an?|the|in|for|of|and|with|one|two|three|four|five|1|2|3|4|5|acts?|parts?|scenes?|episodes?|original|new|full|length|half|hour|minute|10|15|30|60|romantic|dark|black|musical|dramatic|limited|animated|television|tv|web|radio|audio|the|screen|stage|spec|un|una|une|ein|eine|court|métrage|long|original|originale|originales|en|actos?|actes?|akten?|zwei|drei|deux|trois|dos|tres|adapted|adaptation|live|action|pilot)$/u
/** Only the words for a script, which name no piece. */
const SCRIPT =
  /^(?:screenplays?|teleplay|stageplay|scripts?|scénario|drehbuch|guion|guión|roteiro|sceneggiatura|genre|an?|the|original|spec|un|ein|original|originale|for|television|tv|feature|length|full|adapted)$/u

const NOTICE = /©|\(c\)\s?\d|\bcopyright\b|all rights reserved|@|https?:|www\./iu
const WORDED_NOTICE =
  /\bWGA[EW]?\b|\b(?:SACD|SGAE)\b|^registered\b|^(?:strictly |highly |private (?:and|&) )?confidential(?: (?:draft|script|material|information|property.*|do not .*))?[.!]?$|^(?:property of|do not (?:copy|duplicate|distribute|circulate|reproduce)|not for (?:distribution|duplication|circulation|sale|production)|for (?:internal use|reading purposes|educational purposes|personal use|review|perusal)|(?:the |this )?(?:material|script|document|screenplay) (?:is|may|contains)\b|watermark|printed (?:by|on|for)\b|(?:placed in|in)?(?:to )?(?:the )?public domain)/iu
const CONTACT =
  /^(?:tel|telephone|phone|fax|mobile|cell|e-?mail|contacts?|address|agent|agency|manager|management|represented by|representation|c\/o|attn|attorney|website|genre|log ?line|length|running time|duration|word count|pages|format|language|kontakt|adresse|telefon|téléphone|teléfono|dirección|contacto|contatti|date|dated|datum|fecha|draft|version|revision|rev|revised|copyright|notes?|production company|company|producer|producers|director|draft date|for)\s?[.]?\s?[:：#]|^(?:c\/o|represented by)\b/iu
const PRODUCTION =
  /^(?:production|prod|script|scene|show|job|project|draft|episode|issue)\b\.?\s?(?:code|no|nr|number|num)?\b\.?\s?(?:[#:：][\s#:：]{0,3}|\d{3,})[\s\d#./a-z-]{0,12}$/iu
const AWARD =
  /^(?:outstanding\b.*\b(?:screenplay|teleplay|writing|script|series|drama|comedy|film|musical|play)|best (?:original |adapted |new |unproduced )*(?:screenplay|teleplay|script|writing|picture|play|pilot|short|feature)\b.*|for your (?:\p{L}+ ){0,3}consideration.*|(?:\d(?:st|nd|rd|th) place |grand prize |first place )?(?:(?:semi|quarter)-?\s?)?(?:finalist|winner|nominee|nominated)s?(?:[\s:,–—-]{1,3}.*(?:\d{4}|award|contest|competition|festival|prize|fellowship|challenge|screenplay|nicholl).*)?|official selection\b.*|(?:\d{4}\s)?.{0,60}\b(?:award|awards|contest|competition|festival|fellowships?|challenge)\b.{0,20}\b(?:winner|finalist|semi-?finalist|quarter-?finalist|nominee|selection|entry|submission)s?\b.*|(?:original|adapted) (?:screenplay|teleplay))$/iu
const PRESENTS =
  /(?:^|\s)(?:presents|präsentiert|präsentieren|présente|présentent|presenta|presentan|apresenta|presenteert|представляет)[\s:.…]*$|^(?:proudly )?present$|^(?:in association with|en association avec|in zusammenarbeit mit|en asociación con|a co-?production)\b|(?:,|\band|&).*\bpresent$/iu
const PRODUCED = /^an? .{2,60} (?:production|picture|joint|film|movie|original|original series)$/iu
const COMPANY =
  /\b(?:pictures|productions|studios|entertainment|films|media group|television|network|broadcasting|filmproduktion|filmproduktion gmbh|theat(?:re|er) company|inc\.?|ltd\.?|llc|gmbh|s\.?a\.?r\.?l\.?)$/iu

const CHANNEL =
  /^(?:netflix|hbo(?: max)?|hulu|bbc(?: (?:one|two|three|four|[1-4]|radio [1-6]))?|itv[1-4]?|channel [45]|sky(?: atlantic)?|nbc|abc|cbs|fox|amc|fx|fxx|pbs|showtime|starz|disney\+?|apple tv\+?|amazon(?: prime)?(?: video)?|peacock|paramount\+?|max|zdf|ard|arte|rtl|canal\+|tf1|rai(?: [123])?)(?: originals?)?$/iu

const tokensOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? []

const isDate = (text: string, tokens: readonly string[]): boolean =>
  NUMERIC_DATE.test(text) ||
  /^\(?date\)?$/iu.test(text) ||
  (tokens.some((token) => MONTH.test(token)) &&
    tokens.some((token) => YEAR.test(token)) &&
    tokens.every((token) => MONTH.test(token) || OF_A_DATE.test(token)))

const isDraft = (tokens: readonly string[]): boolean =>
  tokens.some((token) => DRAFT.test(token)) &&
  tokens.every(
    (token) =>
      DRAFT.test(token) ||
      ABOUT_DRAFTS.test(token) ||
      MONTH.test(token) ||
      /^(?:\d{1,4}|dated?|dd|yy(?:yy)?)$/u.test(token),
  )

/** Signs and digits: a telephone number, a date, "#3". Up to four digits may be a title (24, 1917, 8½, 50/50, 3:10). */
const isOnlyNumber = (text: string): boolean => !/\p{L}/u.test(text)
const MAY_BE_TITLE = /^["“']?(?:\d{1,4}[½%.!?:]?|\d\.\d|\d{1,2}:\d\d|(\d\d)\/\1)["”']?$/u
export const isNumberTitle = (text: string): boolean => MAY_BE_TITLE.test(text)

/** What a line of a title page is that is never its title, in a word or two for people. */
export const noticeOf = (text: string): string | undefined => {
  const tokens = tokensOf(text)
  if (NOTICE.test(text) || WORDED_NOTICE.test(text)) return 'a notice'
  if (isDate(text, tokens)) return 'a date'
  if (isOnlyNumber(text) && !isNumberTitle(text)) return 'a number'
  if (isDraft(tokens)) return 'the draft'
  if (CONTACT.test(text)) return 'a detail'
  if (PRODUCTION.test(text)) return 'a number'
  if (AWARD.test(text)) return 'an award'
  if (
    tokens.length > 0 &&
    tokens.every((token) => SCRIPT.test(token)) &&
    tokens.some((token) => KIND.test(token))
  )
    return 'a kind of script'
  return undefined
}

/** A notice by its words, or a month and its year: it may be a title where there is nothing else above the writers. */
export const mayBeNotice = (text: string): boolean =>
  !NOTICE.test(text) && (WORDED_NOTICE.test(text) || /^\p{L}+ \d{4}$/u.test(text))

/** Says who presents what stands below. */
export const isPresenter = (text: string): boolean => PRESENTS.test(text) || PRODUCED.test(text)
/** It follows the name of a company. */
export const isPresents = (text: string): boolean =>
  /^(?:proudly )?(?:presents?|präsentier(?:t|en)|présente(?:nt)?|presentan?)\b/iu.test(text)
export const isCompany = (text: string): boolean => COMPANY.test(text) || CHANNEL.test(text)

/** "A play in two acts", "Limited series": below a title it is no piece of it; alone it may be one. */
export const isKind = (text: string): boolean => {
  const tokens = tokensOf(text)
  return (
    tokens.some((token) => KIND.test(token)) &&
    tokens.every((token) => KIND.test(token) || ABOUT_KINDS.test(token))
  )
}

/** Below a title: other names, what it is, whom it is for. */
export const isTagline = (text: string): boolean =>
  /^(?:a\.?k\.?a\.?|also known as|formerly|working title|originally|alternative(?:ly)?|dedicated|for [\p{L} ]+$|the true story|a true story|inspired|ep\b|episode|season|act\b)/iu.test(
    text,
  ) ||
  /^(?:an?|une?|eine?|una) (?=.*\b(?:tale|story|comedy|drama|romance|thriller|film|movie|play|musical|screenplay|script|series|pilot|adventure|fable|mystery|tragedy|memoir|fantasy|horror|western|sketch|novel|monologue|opera|farce|parody|spoof|satire|spec|show|stück|pièce|obra)\b)/iu.test(
    text,
  )
/** Where the lists of a script begin. */
export const isList = (text: string): boolean =>
  /^(?:cast(?: list| of characters)?|(?:the )?characters?(?: list)?|dramatis person(?:ae|æ)|sets|set list|scenes|synopsis|revision history)\s?:?$/iu.test(
    text,
  )

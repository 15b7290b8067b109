import data from '../../../data/directions.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { hasSound } from '../has-sound.ts'
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'

const ALONE = wordSet(data.alone)
const VERBS = wordSet(data.verbs)
/** Words that begin an aside, which is said. */
const ASIDES = wordSet(data.asides)
const SPOKEN_ING = wordSet(data.spokenIng)
const SPOKEN_LY = wordSet(data.spokenLy)
const SPOKEN_FIRST = wordSet(data.spokenFirst)

/** "sighs", "tries", "catches": a verb of the table in the third person. */
const isDeed = (word: string): boolean =>
  word.endsWith('s') &&
  (VERBS.has(word.slice(0, -1)) || VERBS.has(word.replace(/es$/, '')) || VERBS.has(word.replace(/ies$/, 'y')))

const SUBJECT =
  /\b(?:i|i'm|i've|i'd|i'll|you|you're|he's|she's|it's|we|we're|they're|me|my|your|our|us|don't|won't|can't|isn't|didn't|wasn't)\b/i
/** "with a grin", "w/ mock horror". */
const MANNERED =
  /^(?:with|w\/) (?:\p{L}+ ){0,3}(?:grin|smile|laugh|sigh|smirk|shrug|wink|nod|frown|sneer|accent|voice|relish|look|chuckle|giggle|wave|flourish|gesture|tears?|sob|growl|hiss|whisper|edge|sadness|fury|horror|enthusiasm|excitement|venom|warmth|pride|effort|difficulty|disgust|contempt|feeling|emotion|conviction|sarcasm|irony|anger|joy|relief|delight|surprise|shock|fear|dread|hope|tenderness|affection|patience|impatience|confidence|hesitation|gravity|lisp|stutter|drawl|twang|mouth full|breath|glare|scowl|pout|wince|bow|curtsy|salute|seriousness|sincerity|suspicion|nostalgia|authority|force|urgency|ease|calm|grimace|snort|scoff|smugness|resignation|determination|intensity|passion|bitterness|regret|glee|awe|wonder|envy)\b/iu
/** "to Anna", "into phone", "re: the map", "off his look", "in French", "under her breath". */
const MANNER = [
  /^to (?:himself|herself|themselves|self|no one|camera|the|a|an|his|her|their|both|all|everyone|\p{Lu})/u,
  /^(?:in|into|on|off|over|at|through|via) (?:(?:the|his|her|their|a) )?(?:phone|cell|intercom|radio|walkie|headset|mic|microphone|speaker|p\.?a\.?|loudspeaker|megaphone|receiver|tape|tv|video|camera|recorder|comms?|earpiece|com-?link)\b/i,
  /^re[:. ] ?(?=\S)(?:(?:the|his|her|their|a) )?\p{L}/iu,
  /^off (?:\p{Lu}|(?:his|her|their|the) \p{L}*(?:look|reaction|silence|stare|glare|face|nod|expression|shrug|smile)|\p{L}+'s? (?:look|reaction|stare|silence))/u,
  /^after (?:an? |the |some )?(?:\p{L}+ )?(?:beat|pause|moment|silence|second|breath|while|laugh|sip|look)s?$/iu,
  /^in (?:an? )?(?:\p{L}+ )?(?:accent|voice|whisper|tone|unison|[A-Z]\p{L}+(?:ish|ese|an|ic|in|ch|man))\b/u,
  /^(?:under (?:his|her|their|my) breath|through (?:(?:his|her|their|clenched|gritted) ?){1,2}(?:teeth|tears|laughter)|through (?:tears|laughter|teeth)|between (?:sobs|bites|breaths|puffs|sips|gasps|laughs|coughs)|without (?:looking|turning|a word|emotion|conviction|missing)|as if|as though|mouth full|mid-\p{L}+|out of breath|on the verge|close to tears|near tears|in tears|face to face|arms (?:crossed|folded)|eyes (?:closed|shut|wide|on))\b/iu,
  MANNERED,
  /^with (?:pride|relish|effort|difficulty|disgust|contempt|feeling|emotion|conviction|sarcasm|irony|anger|joy|relief|delight)\b/i,
  /^as (?:[A-Z]\p{L}+|he|she|they|a|an|the|if|though) /u,
  /^(?:beat|pause|silence)\b/i,
]
/** The same where a sentence has ended before, or another begins. */
const MANNER_ALONE = [
  /^(?:then|still|almost|suddenly|too|quite|genuinely|deeply|visibly|half|barely|mock|equally|slightly|very|more|a little|a bit|a touch|a tad|sotto|aside)[,: ]/i,
  /^(?:still )?(?:nothing|no (?:response|answer|reply|reaction|sound|movement|luck))$/i,
  /(?:^| )(?:accent|voice|tone|drawl|lisp|whisper|falsetto)$/i,
  new RegExp(String.raw`^(?:${data.languages.replaceAll(' ', '|')})(?:$|[,;] | (?:with )?subtitle)`, 'i'),
]
const COUNTED =
  /^(?:a |the )?(?:long |short |slight |brief |small |awkward |beat of |moment of |another |tiny |pregnant |uncomfortable )*(?:beat|pause|silence|moment|laugh|sigh|breath|hesitation|shrug|nod|smile|look)s?(?:,? then)?$/i

/**
 * Where brackets are: between sentences, at the edge of one, inside one. "(rubs his arm)" is a direction nearly always
 * between sentences, and "(a gunshot)" there alone.
 */
type Position = 'between' | 'edge' | 'inside'

/** Whether the words in brackets tell how or what is done, instead of being said themselves. */
function isDirection(inner: string, position: Position, isShouted = false): boolean {
  const isStandalone = position !== 'inside'
  const text = inner.trim().replace(/[.,;:…]+$/, '')
  // Capitals in brackets of a speech that is not in capitals.
  if (isShouted && /\p{Lu}{2}.*\s/u.test(text) && text === text.toUpperCase() && !/[?!]$/.test(text))
    return true
  // "(OFFENDED)", while "(FBI)" is beside its word.
  if (isShouted && position === 'between' && /^\p{Lu}{4,}$/u.test(text)) return true
  const small = text.toLowerCase()
  if (/[?!]$/.test(text)) return false
  if (ALONE.has(small) || COUNTED.test(small) || /^(?:vo|os|oc)$/.test(small.replaceAll('.', ''))) return true
  const [first = '', second = ''] = small.split(/[\s,]+/)
  const bare = first.replace(/[:;.]$|^re-/g, '')
  if (/^[("']?\d/.test(text)) return false
  // "(She laughs.)"
  if (isStandalone && /^(?:he|she|they|it)$/.test(bare) && isDeed(second))
    return position === 'between' || /^\p{Lu}/u.test(text)
  if (/\b(?:i|i'm|i've|i'd|you|we)\b/.test(small.replace(/^to you\b/, ''))) return false
  if (position === 'between' && /^\p{Ll}/u.test(inner) && !ASIDES.has(bare)) return true
  if (SUBJECT.test(small.replace(/^to (?:me|us)\b/, '')) && !/^(?:to|into|re|off|as|at)\b/.test(bare))
    return false
  if (isDeed(bare)) return !/^(?:is|are|was|were|of|and|or)$/.test(second)
  if (MANNER.some((pattern) => pattern.test(text))) return true
  if (isStandalone && MANNER_ALONE.some((pattern) => pattern.test(text))) return true
  if (SPOKEN_FIRST.has(bare)) return false
  if (/\p{L}{3,}ing$/u.test(bare)) return !SPOKEN_ING.has(bare)
  if (/\p{L}{2,}ly$/u.test(bare)) return SPOKEN_LY.has(bare) ? false : isStandalone || second === ''
  if (ALONE.has(bare) && text.length < 40) return isStandalone || /^[,;]/.test(text.slice(first.length))
  // "Anna nods", "phone rings": a subject of one word and its deed.
  if (isDeed(second) && !SPOKEN_FIRST.has(bare)) return isStandalone
  return (
    /^(?:the|a|an|his|her|their) \p{L}+ \p{L}+s$/u.test(small) && isDeed(small.split(' ')[2]!) && isStandalone
  )
}

const BRACKETS =
  /\s?(?:\(([^()]{1,160})\)|(?<!\[)\[([^[\]]{1,160})\](?!\])|(?<!\{)\{([^{}]{1,80})\}(?!\}))([.,;:!?…]*)/g

/** Between sentences one has ended before, or the speech begins, and another one begins behind. */
const positionOf = (before: string, after: string): Position => {
  const isBehind = /(?:^|[.!?…—"'-]["')\]]?)\s?$/.test(before)
  const isBefore = /^\s*(?:["'([]?[\p{Lu}\d]|\.\.)/u.test(after)
  if (isBehind && isBefore && !/[\p{L}]['-]\s?$/u.test(before)) return 'between'
  return isBehind || isBefore || after.trim() === '' ? 'edge' : 'inside'
}

const hasSpeech = ({ kind, type }: SaidContext) => kind === 'Dialogue' || type === 'Lyrics'

/** Directions of one speech that are heard: each divides it. */
const MOST_HEARD = 8

/** Directions inside a speech are a short pause, or read by the narrator; other brackets are spoken, between commas. */
export const directions: TokenClass = {
  name: 'direction',
  *find(text, context) {
    if (!hasSpeech(context)) return
    let heard = 0
    for (const match of matchesOf(text, BRACKETS)) {
      const [all, round, square, curly, stops = ''] = match
      const inner = round ?? square ?? curly ?? ''
      const before = text.slice(0, match.index).slice(-12)
      let to = match.index + all.length
      const after = text.slice(to, to + 6)
      // "(212) 555", "401(k)", "boy(s)" are one word with their brackets.
      // "[b]" is a mark.
      if (square !== undefined && /^\/?\p{L}$/u.test(inner)) continue
      if (!/\p{L}/u.test(inner) || (match.index > 0 && !/^\s/.test(all) && /[\p{L}\p{N}]$/u.test(before)))
        continue
      const isMark = /^(?:sic|MORE|CONT'?D)$/i.test(inner.trim())
      if (
        isMark ||
        isDirection(
          inner,
          stops !== '' && round === undefined ? 'edge' : positionOf(before, after),
          !context.isAllCapitals,
        )
      ) {
        // The full stop of the direction is not one of the sentence.
        const isEnded = before === '' || /[.!?…,;:—-]["']?\s?$/.test(before)
        const keepsStop = /^[.!?]/.test(stops) && !isEnded
        // "Well... (beat) ...no."
        if (before.trimEnd().endsWith('...') && /^\s?\.\.\./.test(after)) to += after.indexOf('...') + 3
        const isEnd = /^\s*$/.test(text.slice(to))
        const pause = keepsStop
          ? stops
          : isEnded
            ? before === ''
              ? ''
              : ' '
            : isEnd
              ? '.'
              : /^\s*\p{Lu}/u.test(after) && !context.isAllCapitals
                ? '.'
                : ','
        const isHeard = !isMark && heard < MOST_HEARD
        if (isHeard) heard += 1
        const spoken = isHeard ? (context.sayDirection?.(inner) ?? '') : ''
        yield spoken === ''
          ? { from: match.index, to, words: pause, isPause: isHeard }
          : { from: match.index, to, words: `${pause.trim()} ${spoken}. `, byNarrator: true }
        continue
      }
      const open = match.index + all.search(/[([{]/)
      const close = open + inner.length + 1
      const isAfterWord = /[\p{L}\p{N}"'%]$/u.test(before)
      yield { from: match.index, to: open + 1, words: match.index === 0 ? '' : isAfterWord ? ', ' : ' ' }
      const isBeforeWord = /^\s[\p{Ll}\p{N}]/u.test(text.slice(close + 1, close + 3))
      yield { from: close, to: close + 1, words: isBeforeWord && !/[.,!?]$/.test(inner) ? ',' : '' }
    }
  },
}

/** Whether nothing is said in a speech: "(sighs)". */
export function isOnlyDirections(text: string, context: DirectionContext): boolean {
  if (!/^[([{]/.test(text)) return false
  let said = ''
  let last = 0
  for (const { from, to } of directions.find(text, {
    isCaption: false,
    isAllCapitals: !/\p{Ll}/u.test(text),
    ...context,
  })) {
    said += text.slice(last, from)
    last = to
  }
  return !hasSound(said + text.slice(last))
}

type DirectionContext = Pick<SaidContext, 'kind' | 'type' | 'isHeading'>

import type { Casting, Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { subtag } from '@andscene/screenplay/casting/script-voices'
import { canRecast, recast } from '@andscene/screenplay/recast'
import type { CastSuggestion } from '@andscene/screenplay/suggest-cast'
import { changedSlots, voiceIn, withVoice, type Change } from '../casting-draft.ts'
import { namesOf } from '../suggested-cast.ts'

type Cast = {
  script: Script
  voices: readonly Voice[]
  casting: Casting
  defaultVoiceId?: string | null | undefined
}

/** The script's language, or the browser's if unknown. */
const languageOf = ({ content }: Script) => likelyLanguage(content.lines) ?? subtag(navigator.language)

export const isRecastable = ({ script, ...rest }: Cast): boolean =>
  canRecast({ ...rest, names: namesOf(script), language: languageOf(script) })

export const recastOf = ({ script, ...rest }: Cast): CastSuggestion =>
  recast({ ...rest, parts: partsOf(script.content.lines, namesOf(script)), language: languageOf(script) })

export const countChanged = (change: Change): number => changedSlots(change).length

export const takenBack = (now: Casting, change: Change): Casting =>
  changedSlots(change)
    .filter((slot) => voiceIn(now, slot) === voiceIn(change.after, slot))
    .reduce((casting, slot) => withVoice(casting, slot, voiceIn(change.before, slot)), now)

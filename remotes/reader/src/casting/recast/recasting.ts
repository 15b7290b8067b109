import type { Casting, Script, VersionedCasting } from '@andscene/contracts/script'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import { likelyLanguage } from '@andscene/screenplay/casting/language'
import { subtag } from '@andscene/screenplay/casting/script-voices'
import { canRecast, isOutdated, recast, recastSuggested, type IsSuggested } from '@andscene/screenplay/recast'
import { changedSlots, slotKey, slotOf, voiceIn, withVoice, type Change } from '../casting-draft.ts'
import type { Made } from '../casting-query.ts'
import { castPartsOf, namesOf, type SuggestedCast } from '../suggested-cast.ts'

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

export function recastOf({ script, ...rest }: Cast): SuggestedCast {
  const suggestion = recast({
    ...rest,
    parts: castPartsOf(script),
    language: languageOf(script),
  })
  return { ...suggestion, suggested: changedSlots({ before: rest.casting, after: suggestion.casting }) }
}

type Stored = Omit<Cast, 'casting'> & { casting: VersionedCasting }

/** Whether natural voices would replace suggestions that the user has not changed. */
export const isSuggestionOutdated = ({ script, ...rest }: Stored): boolean =>
  rest.casting.changes?.some(({ suggested }) => suggested) === true &&
  isOutdated({ ...rest, names: namesOf(script), language: languageOf(script) }, suggestedIn(rest.casting))

export function newSuggestionOf({ script, ...rest }: Stored): Made {
  const parts = castPartsOf(script)
  const casting = recastSuggested({ ...rest, parts, language: languageOf(script) }, suggestedIn(rest.casting))
  return { casting, suggested: changedSlots({ before: rest.casting, after: casting }) }
}

function suggestedIn({ changes = [] }: VersionedCasting): IsSuggested {
  const slots = new Set(changes.flatMap(({ slot, suggested }) => (suggested ? [slotKey(slotOf(slot))] : [])))
  return (kind, name = '') => slots.has(slotKey(slotOf({ kind, name })))
}

/**
 * The voices of this system that suggested natural ones replaced between two stored castings; undefined if there are
 * none.
 */
export function replacedBetween(
  before: Casting,
  after: VersionedCasting,
  voices: readonly Voice[],
): Change | undefined {
  const byId = new Map(voices.map((voice) => [voice.voiceId, voice]))
  const isSuggested = suggestedIn(after)
  const slots = changedSlots({ before, after }).filter((slot) => {
    const [old, now] = [before, after].map((casting) => byId.get(voiceIn(casting, slot) ?? ''))
    const name = slot.kind === 'character' ? slot.name : undefined
    return old?.provider === 'local' && now !== undefined && isNatural(now) && isSuggested(slot.kind, name)
  })
  if (slots.length === 0) return undefined
  // Without the changes that a user made meanwhile.
  return {
    before,
    after: slots.reduce((casting, slot) => withVoice(casting, slot, voiceIn(after, slot)), before),
  }
}

/** Counts the voices that others replaced, not newly assigned ones. */
export const countReplaced = (change: Change): number =>
  changedSlots(change).filter(
    (slot) => voiceIn(change.before, slot) !== undefined && voiceIn(change.after, slot) !== undefined,
  ).length

export const takenBack = (now: Casting, change: Change): Made => ({
  casting: changedSlots(change)
    .filter((slot) => voiceIn(now, slot) === voiceIn(change.after, slot))
    .reduce((casting, slot) => withVoice(casting, slot, voiceIn(change.before, slot)), now),
})

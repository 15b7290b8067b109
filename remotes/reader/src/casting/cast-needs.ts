import type { Casting, Script } from '@andscene/contracts/script'
import type { IsVoice } from '@andscene/screenplay/voices'
import { characterSlot, NARRATION, SCENE_HEADING, voiceIn, type Slot } from './casting-draft.ts'

/** What of a script has no voice yet. */
export type CastNeeds = {
  /** Characters. */
  characters: number
  narration: boolean
  /** Nobody has one: the script is new. */
  isUncast: boolean
}

/** Counts who has no voice; one that no longer exists counts as none (product §3). */
export function castNeeds(script: Script, casting: Casting, isVoice: IsVoice): CastNeeds {
  const has = (slot: Slot) => {
    const voiceId = voiceIn(casting, slot)
    return voiceId !== undefined && isVoice(voiceId)
  }
  const names = script.content.characters
  const characters = names.filter(({ character }) => !has(characterSlot(character))).length
  const narration = !has(NARRATION)
  return { characters, narration, isUncast: narration && !has(SCENE_HEADING) && characters === names.length }
}

/** The heading of the card that asks for voices; undefined when none are missing. */
export function needsText({ characters, narration }: CastNeeds): string | undefined {
  if (characters > 0)
    return characters === 1 ? '1 character needs a voice' : `${characters} characters need voices`
  return narration ? 'The narration needs a voice' : undefined
}

import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import { AGES } from './age.ts'
import type { Gender } from './cue-words.ts'
import { hasAccent } from './demonyms.ts'
import type { Part } from './parts.ts'
import { reads, speaks } from './script-voices.ts'
import { styleOf } from './voice-style.ts'

/** The cost of a voice that does not fit. More than voices that fit differ by. */
export const MISFIT = 20_000

/** Costs of a voice for a part. Each group outweighs the groups below it. */
const COST = {
  unreadable: 100_000_000,
  otherGender: 1_000_000,

  unnatural: MISFIT + 200,
  robotic: MISFIT,
  strange: MISFIT,
  /** An implausible age: a child for an adult, an old man for a young one. */
  otherAge: MISFIT,

  neutral: 900,
  accent: 650,
  ageStep: 200,
  childhood: 60,
  balance: 60,
  notRobotic: 60,
  unpopular: 2,
} as const
/** The share of the cost of an accent that depends on the size of the part. */
const MINOR = 0.2

const standing = (a: Voice, b: Voice) =>
  b.popularity - a.popularity || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.voiceId < b.voiceId ? -1 : 1)

export type VoiceNeed = {
  part: Part
  /** The gender to prefer if that of the part is unknown. */
  leaning: Gender | undefined
  /** From 0 to 1: how much the quality of the voice matters. */
  weight: number
}

/** How well each voice suits a part, regardless of the other voices in the cast. */
export class VoiceCosts {
  /** The best voices first; only those that speak the language, if there are any. */
  readonly voices: readonly Voice[]
  readonly #unreadable: ReadonlySet<Voice>
  readonly #accent: string | undefined
  readonly #best: number
  readonly #hasNatural: boolean

  constructor(
    voices: readonly Voice[],
    { language, accent }: { language: string; accent: string | undefined },
  ) {
    const speaking = voices.filter((voice) => speaks(voice, language))
    const isSpoken = speaking.length > 0
    this.voices = (isSpoken ? speaking : [...voices]).sort(standing)
    this.#unreadable = new Set(isSpoken ? [] : voices.filter((voice) => !reads(voice, language)))
    this.#accent = accent
    this.#best = this.voices[0]?.popularity ?? 0
    this.#hasNatural = speaking.some(isNatural)
  }

  /** Chooses the narrator: the best voice, of a gender that leaves enough voices for the leads. */
  narrator(gender: Gender | undefined, isTaken: (voice: Voice) => boolean): Voice | undefined {
    let best: Voice | undefined
    let least = Number.POSITIVE_INFINITY
    for (const voice of this.voices) {
      const cost =
        this.#accentCost(voice, undefined) +
        this.#qualityCost(voice) * COST.unpopular +
        (styleOf(voice).isRobotic ? COST.robotic : 0) +
        this.#unnatural(voice) +
        (styleOf(voice).isStrange ? COST.strange : 0) +
        (styleOf(voice).isNarrator ? 0 : COST.balance) +
        (gender === undefined || voice.gender === gender ? 0 : COST.balance / 4) +
        (isTaken(voice) ? 3 * MISFIT : 0)
      if (cost < least) {
        best = voice
        least = cost
      }
    }
    return best
  }

  of(voice: Voice, { part, leaning, weight }: VoiceNeed): number {
    const { isRobotic, isStrange } = styleOf(voice)
    let cost =
      this.#accentCost(voice, part.accent) * (1 - MINOR + MINOR * weight) +
      this.#qualityCost(voice) * COST.unpopular * weight
    if (part.gender !== undefined && voice.gender !== part.gender)
      cost += voice.gender === 'neutral' ? COST.neutral : COST.otherGender
    if (leaning !== undefined && voice.gender !== 'neutral' && voice.gender !== leaning) cost += COST.balance
    if (part.isMachine) cost += isRobotic ? 0 : COST.notRobotic + this.#unnatural(voice)
    else cost += (isRobotic ? COST.robotic : 0) + this.#unnatural(voice)
    if (isStrange) cost += COST.strange
    return cost + ageCost(part, voice)
  }

  #qualityCost = (voice: Voice) => this.#best - voice.popularity

  #accentCost(voice: Voice, accent: string | undefined): number {
    if (this.#unreadable.has(voice)) return COST.unreadable
    const isOwn = accent === undefined ? voice.locale === this.#accent : hasAccent(voice, accent)
    return isOwn || this.#accent === undefined ? 0 : COST.accent
  }

  /** 0 if no natural voice is offered. */
  #unnatural(voice: Voice): number {
    return this.#hasNatural && !isNatural(voice) ? COST.unnatural : 0
  }
}

function ageCost({ age, gender }: Part, voice: Voice): number {
  const own = AGES.indexOf(styleOf(voice).age)
  const isChild = own === 0
  // For an unknown age, avoids very old voices, and children even more.
  if (age === undefined) return ((own - 2) ** 2 * COST.ageStep) / 4 + (isChild ? COST.otherAge : 0)
  const steps = Math.abs(own - AGES.indexOf(age))
  const isOther = steps > 1 || (isChild && age !== 'child')
  return (
    steps ** 1.5 * COST.ageStep +
    (isOther ? COST.otherAge : 0) +
    (age === 'child' && gender === 'male' && own > 1 ? COST.childhood : 0)
  )
}

import { isNatural } from '@andscene/contracts/voices/is-natural'
import type { Voice } from '@andscene/contracts/voices/voice'
import { AGES, type Gender } from './cue-words.ts'
import { hasAccent } from './demonyms.ts'
import { meet, type Part } from './parts.ts'
import { fitness, type Fitness } from './script-voices.ts'
import type { VoiceDistance } from './voice-distance.ts'
import { styleOf } from './voice-style.ts'

/** Costs of choosing a voice for a part. Each row outweighs the rows below it. */
const COST = {
  unreadable: 1_000_000,
  foreign: 100_000,
  otherGender: 20_000,
  sharedInScene: 4_000,
  narrators: 1_500,
  /** More than accent, age and likeness together; less than sharing a voice. */
  unnatural: 1_450,
  robotic: 1_200,
  strange: 900,
  accent: 700,
  neutral: 500,
  sharedByLead: 600,
  childhood: 120,
  ageStep: 40,
  another: 60,
  likeness: 110,
  unlikeKin: 100,
  balance: 15,
  unpopular: 2,
} as const

/** Number of voices per gender that small parts share before another one is used. */
const ENSEMBLE = 3
/** Weight of being unlike the narrator, or characters in other scenes. */
const DISTANT_WEIGHT = 0.5

type Use = { part: Part | undefined; isLead: boolean }
type Heard = { shared: number; near: number }
/** `kin` is the voice of the same person at another age. */
export type VoiceNeed = { part: Part; isLead: boolean; kin: Voice | undefined }

const standing = (a: Voice, b: Voice) =>
  b.popularity - a.popularity || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.voiceId < b.voiceId ? -1 : 1)

export class VoicePool {
  readonly #voices: readonly Voice[]
  readonly #fitness: ReadonlyMap<Voice, Fitness>
  readonly #accent: string | undefined
  readonly #distance: VoiceDistance
  readonly #uses = new Map<Voice, Use[]>()
  readonly #genders = { female: 0, male: 0 }
  readonly #best: number
  readonly #hasNatural: boolean

  constructor(
    voices: readonly Voice[],
    { language, accent, distance }: { language: string; accent: string | undefined; distance: VoiceDistance },
  ) {
    this.#voices = [...voices].sort(standing)
    this.#fitness = fitness(voices, language)
    this.#accent = accent
    this.#distance = distance
    this.#best = this.#voices[0]?.popularity ?? 0
    this.#hasNatural = voices.some((voice) => isNatural(voice) && this.#fitness.get(voice) === 'speaks')
  }

  /** Without a part the voice is heard in every scene, like the narrator's. */
  take(voice: Voice, part: Part | undefined, isLead: boolean): void {
    const uses = this.#uses.get(voice)
    if (uses) uses.push({ part, isLead })
    else this.#uses.set(voice, [{ part, isLead }])
    if (part && isLead && voice.gender !== 'neutral') this.#genders[voice.gender]++
  }

  sharers(voice: Voice, part: Part): string[] {
    return (this.#uses.get(voice) ?? []).flatMap((use) =>
      use.part && use.part !== part ? [use.part.name] : [],
    )
  }

  /** Chooses the narrator: the best voice, of a gender that leaves enough voices for the leads. */
  narrator(gender: Gender | undefined): Voice | undefined {
    return this.#cheapest((voice) => {
      const style = styleOf(voice)
      return (
        this.#quality(voice) +
        (style.isRobotic ? COST.robotic : 0) +
        this.#unnatural(voice) +
        (style.isStrange ? COST.strange : 0) +
        (style.isNarrator ? 0 : COST.ageStep) +
        (gender === undefined || voice.gender === gender ? 0 : COST.balance) +
        (this.#uses.has(voice) ? COST.sharedInScene : 0)
      )
    })
  }

  best(need: VoiceNeed): Voice | undefined {
    const heard = this.#heardAround(need)
    const spares = this.#ensembleIsFull(need)
    return this.#cheapest((voice, least) => {
      const cost = this.#cost(voice, need) + (heard.get(voice)?.shared ?? (spares ? COST.another : 0))
      // Computes the expensive likeness only for voices that are still the cheapest.
      return need.isLead && cost < least
        ? cost + COST.likeness * this.#likeness(voice, heard, need.kin)
        : cost
    })
  }

  #heardAround({ part, isLead }: VoiceNeed): ReadonlyMap<Voice, Heard> {
    const heard = new Map<Voice, Heard>()
    for (const [voice, uses] of this.#uses) {
      let shared = 0
      let near = DISTANT_WEIGHT
      for (const use of uses) {
        const meets = use.part !== undefined && meet(part, use.part)
        if (!use.part) shared += COST.narrators
        else if (meets) shared += COST.sharedInScene
        else if (isLead || use.isLead) shared += COST.sharedByLead
        if (meets && use.isLead) near = 1
      }
      heard.set(voice, { shared, near })
    }
    return heard
  }

  #cheapest(costOf: (voice: Voice, least: number) => number): Voice | undefined {
    let best: Voice | undefined
    let least = Number.POSITIVE_INFINITY
    for (const voice of this.#voices) {
      const cost = costOf(voice, least)
      if (cost < least) {
        best = voice
        least = cost
      }
    }
    return best
  }

  #quality(voice: Voice): number {
    const fit = this.#fitness.get(voice)
    return (
      (fit === 'unreadable' ? COST.unreadable : fit === 'reads' ? COST.foreign : 0) +
      (fit === 'speaks' && this.#accent !== undefined && voice.locale !== this.#accent ? COST.accent : 0) +
      (this.#best - voice.popularity) * COST.unpopular
    )
  }

  #cost(voice: Voice, { part, kin }: VoiceNeed): number {
    const style = styleOf(voice)
    let cost = (this.#best - voice.popularity) * COST.unpopular
    const fit = this.#fitness.get(voice)
    if (fit === 'unreadable') cost += COST.unreadable
    else if (fit === 'reads') cost += COST.foreign
    else if (part.accent !== undefined ? !hasAccent(voice, part.accent) : voice.locale !== this.#accent)
      cost += this.#accent === undefined ? 0 : COST.accent
    if (part.gender !== undefined && voice.gender !== part.gender)
      cost += voice.gender === 'neutral' ? COST.neutral : COST.otherGender
    if (part.gender === undefined && voice.gender !== 'neutral') {
      const { female, male } = this.#genders
      const other = voice.gender === 'female' ? female - male : male - female
      cost += Math.max(0, other) * COST.balance
    }
    if (style.isRobotic && !part.isMachine) cost += COST.robotic
    if (!style.isRobotic && part.isMachine) cost += COST.another
    if (!(style.isRobotic && part.isMachine)) cost += this.#unnatural(voice)
    if (style.isStrange) cost += COST.strange
    cost += this.#ageCost(part, voice)
    if (kin) cost += COST.unlikeKin * this.#distance(voice, kin)
    return cost
  }

  /** 0 if no natural voice is offered. */
  #unnatural(voice: Voice): number {
    return this.#hasNatural && !isNatural(voice) ? COST.unnatural : 0
  }

  #ageCost(part: Part, voice: Voice): number {
    const own = AGES.indexOf(styleOf(voice).age)
    // For an unknown age, avoids children and very old voices.
    if (part.age === undefined) return ((own - 2) ** 2 * COST.ageStep) / 2
    const steps = Math.abs(own - AGES.indexOf(part.age))
    return (
      steps ** 1.5 * COST.ageStep +
      (part.age === 'child' && part.gender === 'male' && own > 1 ? COST.childhood : 0)
    )
  }

  #likeness(voice: Voice, heard: ReadonlyMap<Voice, Heard>, kin: Voice | undefined): number {
    let most = 0
    for (const [taken, { near }] of heard)
      if (taken !== kin && most < near) most = Math.max(most, near * (1 - this.#distance(voice, taken)))
    return most
  }

  #ensembleIsFull({ part, isLead }: VoiceNeed): boolean {
    if (isLead) return false
    let voices = 0
    for (const [voice, uses] of this.#uses)
      if (uses.some((use) => !use.isLead) && (part.gender === undefined || voice.gender === part.gender))
        voices++
    return voices >= ENSEMBLE
  }
}

import type { Voice } from '@andscene/contracts/voices/voice'
import { leastCost } from './least-cost.ts'
import {
  betweenRoles,
  leastSharing,
  MOST_GAIN,
  type FixedRole,
  type FreeRole,
  type Role,
} from './role-costs.ts'
import type { VoiceCosts } from './voice-costs.ts'
import type { VoiceDistance } from './voice-distance.ts'

/** Roles beyond this number share voices in any case. */
const MAX_OWN_VOICES = 150
/** Number of computed costs after which the assignment is good enough: bounds the time. */
const MAX_COSTS = 200_000
/** Smaller gains may be rounding errors. */
const LEAST_GAIN = 1e-6

type Input = {
  /** Sorted by importance. */
  free: readonly FreeRole[]
  fixed: readonly FixedRole[]
  costs: VoiceCosts
  distance: VoiceDistance
}

/**
 * Gives every role a voice of its own while voices fit; then the least important ones share, with roles that they never
 * meet. Roles that speak with each other most get the most different voices. Deterministic.
 */
export function assignVoices(input: Input): Map<string, Voice> {
  if (input.costs.voices.length === 0) return new Map()
  const assignment = new Assignment(input)
  assignment.giveOwnVoices()
  assignment.improve()
  return assignment.voices()
}

class Assignment {
  readonly #free: readonly FreeRole[]
  readonly #roles: readonly Role[]
  /** The offered voices, then others that are assigned already. */
  readonly #voices: readonly Voice[]
  readonly #offered: number
  /** Costs by free role and offered voice. */
  readonly #fit: readonly (readonly number[])[]
  readonly #between: ReturnType<typeof betweenRoles>
  /** Cached per two voices. */
  readonly #alike: number[][]
  readonly #distance: VoiceDistance
  /** Index of the voice of each role, -1 if none yet. */
  readonly #voiceOf: Int32Array
  readonly #users: number[][]
  #computed = 0

  constructor({ free, fixed, costs, distance }: Input) {
    this.#free = free
    this.#roles = [...free, ...fixed]
    this.#offered = costs.voices.length
    this.#voices = [...new Set([...costs.voices, ...fixed.map(({ voice }) => voice)])]
    this.#distance = distance
    this.#fit = free.map((role) => costs.voices.map((voice) => costs.of(voice, role)))
    this.#between = betweenRoles(this.#roles)
    this.#alike = this.#voices.map(() => [])
    this.#voiceOf = new Int32Array(this.#roles.length).fill(-1)
    this.#users = this.#voices.map(() => [])
    for (const [at, { voice }] of fixed.entries()) this.#give(free.length + at, this.#voices.indexOf(voice))
  }

  giveOwnVoices(): void {
    const unused = this.#users.flatMap((users, voice) =>
      users.length === 0 && voice < this.#offered ? [voice] : [],
    )
    const rows = Math.min(this.#free.length, MAX_OWN_VOICES)
    // Beyond the voices, each role has a column that means sharing.
    const shared = this.#fit.map((costs, role) => Math.min(...costs) + leastSharing(this.#roles[role]!))
    const columns = leastCost(rows, unused.length + rows, (role, column) =>
      column < unused.length
        ? this.#fit[role]![unused[column]!]!
        : column - unused.length === role
          ? shared[role]!
          : Number.MAX_SAFE_INTEGER,
    )
    for (const [role, column] of columns.entries())
      if (column < unused.length) this.#give(role, unused[column]!)
    for (let role = 0; role < this.#free.length; role++)
      if (this.#voiceOf[role]! < 0) this.#give(role, this.#cheapest(role).voice)
  }

  /** Moves a role to another voice, or swaps the voices of two roles, as long as that is better. */
  improve(): void {
    let isBetter = true
    while (isBetter) {
      isBetter = false
      // The most important roles keep their voices if others can change instead.
      for (let role = this.#free.length - 1; role >= 0 && this.#computed < MAX_COSTS; role--)
        if (this.#moveOrSwap(role)) isBetter = true
    }
  }

  voices(): Map<string, Voice> {
    return new Map(this.#free.map(({ name }, role) => [name, this.#voices[this.#voiceOf[role]!]!]))
  }

  #moveOrSwap(role: number): boolean {
    const now = this.#voiceOf[role]!
    const before = this.#cost(role, now)
    const moved = this.#cheapest(role)
    let gain = before - moved.cost
    let partner = -1
    for (let other = 0; other < this.#free.length; other++) {
      if (this.#voiceOf[other] === now) continue
      const saved = this.#gainOfSwap(role, other, before)
      if (saved > gain + LEAST_GAIN) {
        gain = saved
        partner = other
      }
    }
    if (gain <= LEAST_GAIN) return before >= leastSharing(this.#roles[role]!) && this.#displace(role, before)
    if (partner < 0) this.#give(role, moved.voice)
    else this.#swap(role, partner)
    return true
  }

  /** Gives a role another voice, whose users move to their next best ones, if that is better. */
  #displace(role: number, before: number): boolean {
    const own = this.#voiceOf[role]!
    for (let voice = 0; voice < this.#offered; voice++) {
      if (voice === own || this.#fit[role]![voice]! >= before) continue
      const displaced = this.#users[voice]!.filter((user) => user < this.#free.length)
      let change = -before
      for (const user of displaced) {
        change -= this.#cost(user, voice)
        this.#remove(user)
      }
      change += this.#cost(role, voice)
      this.#give(role, voice)
      for (const user of displaced) {
        const next = this.#cheapest(user)
        change += next.cost
        this.#give(user, next.voice)
      }
      if (change < -LEAST_GAIN) return true
      for (const user of displaced) this.#give(user, voice)
      this.#give(role, own)
    }
    return false
  }

  #gainOfSwap(role: number, other: number, before: number): number {
    const [own, others] = [this.#voiceOf[role]!, this.#voiceOf[other]!]
    const now = before + this.#cost(other, others)
    const fit = this.#fit[role]![others]! + this.#fit[other]![own]!
    if (fit - 2 * MOST_GAIN >= now) return 0
    this.#swap(role, other)
    const swapped = this.#cost(role, others) + this.#cost(other, own)
    this.#swap(role, other)
    return now - swapped
  }

  #swap(role: number, other: number): void {
    const [own, others] = [this.#voiceOf[role]!, this.#voiceOf[other]!]
    this.#give(role, others)
    this.#give(other, own)
  }

  #give(role: number, voice: number): void {
    this.#remove(role)
    this.#users[voice]!.push(role)
    this.#voiceOf[role] = voice
  }

  #remove(role: number): void {
    const now = this.#voiceOf[role]!
    if (now >= 0) this.#users[now] = this.#users[now]!.filter((user) => user !== role)
    this.#voiceOf[role] = -1
  }

  #cheapest(role: number): { voice: number; cost: number } {
    let voice = -1
    let cost = Number.POSITIVE_INFINITY
    for (let each = 0; each < this.#offered; each++) {
      if (this.#fit[role]![each]! - MOST_GAIN >= cost) continue
      const own = this.#cost(role, each)
      if (own >= cost) continue
      voice = each
      cost = own
    }
    return { voice, cost }
  }

  /** Cost of a voice for a role next to the voices of all others. */
  #cost(role: number, voice: number): number {
    this.#computed++
    let cost = this.#fit[role]![voice]!
    for (const user of this.#users[voice]!) if (user !== role) cost += this.#between.sharing[role]![user]!
    for (const { other, contrast } of this.#between.contrasts[role]!) {
      const others = this.#voiceOf[other]!
      if (others >= 0 && others !== voice) cost += contrast * this.#likeness(voice, others)
    }
    return cost
  }

  /** Squared, so that a pair that sounds almost the same costs most. */
  #likeness(a: number, b: number): number {
    return (this.#alike[a]![b] ??= (1 - this.#distance(this.#voices[a]!, this.#voices[b]!)) ** 2)
  }
}

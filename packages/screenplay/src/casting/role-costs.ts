import type { Voice } from '@andscene/contracts/voices/voice'
import type { Part } from './parts.ts'
import { meet } from './speeches.ts'
import { MISFIT, type VoiceNeed } from './voice-costs.ts'

/**
 * Costs of two roles that share a voice: more than voices that fit differ by. Some that never meet share before one of
 * them gets a voice that does not fit; two that meet share only if no other voice has their gender.
 */
const SHARED = {
  apart: MISFIT / 20,
  ofLeads: (MISFIT / 20) * 8,
  narrators: 2 * MISFIT,
  inScene: 4 * MISFIT,
  exchange: MISFIT / 100,
} as const
/** Cost of two roles that speak with each other all the time and sound the same, and of one person who sounds like two. */
const ALIKE = 150
const UNLIKE = 100
/** Number of exchanges that count half as much as any number of them. */
const HALF_OF_EXCHANGES = 8
/** Shares of it for the narrator, and for two roles that only speak in the same scenes, or not even that. */
const NEAR = { narrator: 0.4, sameScene: 0.2, elsewhere: 0.1 } as const
/** Less does not matter. */
const LEAST_CONTRAST = 1

export type FreeRole = VoiceNeed & { name: string }
/** Has a voice already. Without a part it is the narrator, who is heard in every scene. */
export type FixedRole = { name: string; part: Part | undefined; weight: number; voice: Voice }
export type Role = Pick<FixedRole, 'name' | 'part' | 'weight'>

const exchangesOf = (a: Role, b: Role): number => a.part?.exchanges.get(b.part?.name ?? '') ?? 0

/** The cost of two roles with one voice. */
function costOfSharing(a: Role, b: Role, areTogether: boolean): number {
  if (!a.part || !b.part) return SHARED.narrators
  if (areTogether) return SHARED.inScene + SHARED.exchange * exchangesOf(a, b)
  return SHARED.apart + SHARED.ofLeads * Math.max(a.weight, b.weight)
}

/** How much two roles must sound different; less than 0 if they should sound alike. */
function contrastOf(a: Role, b: Role, areTogether: boolean): number {
  if (!a.part || !b.part) return ALIKE * NEAR.narrator * Math.min(a.weight, b.weight)
  if (a.part.person === b.part.person) return -UNLIKE
  const exchanges = exchangesOf(a, b)
  if (exchanges > 0) return (ALIKE * exchanges) / (exchanges + HALF_OF_EXCHANGES)
  return ALIKE * (areTogether ? NEAR.sameScene : NEAR.elsewhere) * Math.min(a.weight, b.weight)
}

type Contrast = { other: number; contrast: number }

/** The cost of sharing by two roles, and the other roles from which each must differ. */
export function betweenRoles(roles: readonly Role[]): { sharing: number[][]; contrasts: Contrast[][] } {
  const sharing = roles.map((): number[] => [])
  const contrasts = roles.map((): Contrast[] => [])
  for (const [at, one] of roles.entries())
    for (let other = 0; other < at; other++) {
      const role = roles[other]!
      const areTogether = one.part !== undefined && role.part !== undefined && meet(one.part, role.part)
      sharing[at]![other] = sharing[other]![at] = costOfSharing(one, role, areTogether)
      const contrast = contrastOf(one, role, areTogether)
      if (Math.abs(contrast) < LEAST_CONTRAST) continue
      contrasts[at]!.push({ other, contrast })
      contrasts[other]!.push({ other: at, contrast })
    }
  return { sharing, contrasts }
}

/** The cost of sharing a voice with the role that costs least. */
export const leastSharing = ({ weight }: Role): number => SHARED.apart + SHARED.ofLeads * weight
/** The most that a cost can be lower because of other roles. */
export const MOST_GAIN = UNLIKE

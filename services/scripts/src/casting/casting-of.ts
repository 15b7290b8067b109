import type { Casting, CastingBody } from '@andscene/contracts/script'
import { invalid } from '@andscene/service-kit/http-error'

/** Names shown in a refusal; more are counted. */
const NAMED = 5

/**
 * The casting a request asks for, as the whole that replaces the present one: what is absent, null or empty is not
 * assigned (product §7). Throws VALIDATION with a sentence that names characters the script does not have.
 */
export function castingOf(body: CastingBody, characters: readonly string[]): Casting {
  const entries = assignments(body)
  const known = new Set(characters)
  const unknown = entries.map(([character]) => character).filter((character) => !known.has(character))
  if (unknown.length > 0) throw invalid(unknownSentence(unknown))
  const { narrationVoiceId, sceneHeadingVoiceId } = body
  return {
    characterAssignments: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => !!entry[1]),
    ),
    ...(narrationVoiceId ? { narrationVoiceId } : {}),
    ...(sceneHeadingVoiceId ? { sceneHeadingVoiceId } : {}),
  }
}

function assignments({ characterAssignments = {} }: CastingBody): [string, string | null | undefined][] {
  return Array.isArray(characterAssignments)
    ? characterAssignments.map(({ character, voiceId }) => [character, voiceId])
    : Object.entries(characterAssignments)
}

function unknownSentence(unknown: readonly string[]): string {
  const names = unknown.slice(0, NAMED).map((name) => `"${name.slice(0, 80)}"`)
  const rest = unknown.length - names.length
  return `This script has no character ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

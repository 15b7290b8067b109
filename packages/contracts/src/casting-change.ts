import type { Casting, CastingBody, SeenCasting, VersionedCasting } from './script.ts'

/** What to send to change the casting that was read: the backend merges it with the changes of others. */
export function castingChange(read: VersionedCasting, wanted: Casting): CastingBody {
  const { version } = read
  // An older backend replaces the whole.
  if (version === undefined) return wanted
  const [before, after] = [read.characterAssignments, wanted.characterAssignments]
  const changed = [...new Set([before, after].flatMap(Object.keys))].filter(
    (name) => voiceOf(before, name) !== voiceOf(after, name),
  )
  const seen: SeenCasting = {
    version,
    characterAssignments: Object.fromEntries(changed.map((name) => [name, voiceOf(before, name)])),
  }
  for (const field of ['narrationVoiceId', 'sceneHeadingVoiceId'] as const)
    if (read[field] !== wanted[field]) seen[field] = read[field] ?? null
  return { ...wanted, seen }
}

/** Names may be anything, also `constructor`. */
const voiceOf = (voices: Record<string, string>, name: string): string | null =>
  Object.hasOwn(voices, name) ? voices[name]! : null

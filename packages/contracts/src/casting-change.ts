import { ownSound, sameSound, soundIn } from './own-sound.ts'
import type { Casting, CastingBody, CastingSlot, SeenCasting, VersionedCasting } from './script.ts'

/**
 * Returns the body that changes the casting from `read` to `wanted`: the backend merges it with concurrent changes.
 * `suggested` contains the slots whose voices no user has chosen.
 */
export function castingChange(
  read: VersionedCasting,
  wanted: Casting,
  suggested: readonly CastingSlot[] = [],
): CastingBody {
  const { version } = read
  // An older backend replaces the whole casting.
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
  const { languageByLine: _language, deliveries: _deliveries, characterSounds, ...voices } = wanted
  const sounds = changedSounds(read.characterSounds, characterSounds)
  if (sounds.length > 0) seen.characterSounds = soundsOf(sounds, read.characterSounds)
  return {
    ...voices,
    ...switchChange('languageByLine', read, wanted),
    ...switchChange('deliveries', read, wanted),
    ...(sounds.length > 0 && { characterSounds: soundsOf(sounds, characterSounds) }),
    seen,
    ...(suggested.length > 0 && { suggested: [...suggested] }),
  }
}

/** A switch has two values, so that two editors who change it agree. Absent, it is on or, if wanted, unchanged. */
const switchChange = (
  name: 'languageByLine' | 'deliveries',
  { [name]: before = true }: Casting,
  { [name]: after = before }: Casting,
): Pick<CastingBody, typeof name> => (after === before ? {} : { [name]: after })

/** Names may be any text, including `constructor`. */
const voiceOf = (voices: Record<string, string>, name: string): string | null =>
  Object.hasOwn(voices, name) ? voices[name]! : null

/** A wanted casting without sounds leaves them unchanged. */
function changedSounds(before: Casting['characterSounds'], after: Casting['characterSounds']): string[] {
  if (!after) return []
  const names = [...new Set([before ?? {}, after].flatMap(Object.keys))]
  return names.filter((name) => !sameSound(soundIn(before, name), soundIn(after, name)))
}

const soundsOf = (
  names: readonly string[],
  sounds: Casting['characterSounds'],
): NonNullable<CastingBody['characterSounds']> =>
  Object.fromEntries(names.map((name) => [name, ownSound(soundIn(sounds, name)) ?? null]))

import type { LineSource } from '@andscene/contracts/internal'
import { may, type Right } from '@andscene/contracts/roles'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { voiceForLine } from '@andscene/screenplay/voices'
import { notFound } from '@andscene/service-kit/http-error'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import type { Grant } from './access.ts'

/** How somebody wants to hear a line. */
type Wish = { voiceId: string; spoken: string }

/**
 * The right that it takes to hear a line so. Nobody but the owner spends the owner's allowance on other texts; in another
 * voice than the line's it is heard by who may cast. NOT_FOUND for what this person may not hear.
 */
export async function rightToHear(
  catalogue: Pick<VoiceCatalogue, 'find'>,
  { source, grant }: { source: LineSource; grant: Grant },
  { voiceId, spoken }: Wish,
): Promise<Right> {
  if (grant.role === 'owner') return 'listen'
  if (spoken !== spokenText(source.line)) throw notFound('Line')
  const right = (await isCast(catalogue, source, voiceId)) ? 'listen' : 'cast'
  if (!may(grant.role, right)) throw notFound('Voice')
  return right
}

/** A voice that is gone counts as no assignment (product §3). */
async function isCast(
  catalogue: Pick<VoiceCatalogue, 'find'>,
  { line, casting }: LineSource,
  voiceId: string,
): Promise<boolean> {
  const gone = new Set<string>()
  for (;;) {
    const cast = voiceForLine(line, casting, (id) => !gone.has(id))
    if (cast === undefined || cast === voiceId) return cast === voiceId
    if (await catalogue.find(cast)) return false
    gone.add(cast)
  }
}

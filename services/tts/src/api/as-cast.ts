import { may, type Right } from '@andscene/contracts/sharing/roles'
import { voiceForLine } from '@andscene/screenplay/voices'
import { notFound } from '@andscene/service-kit/http-error'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import type { Grant, LineSource } from './access.ts'

/** `isLine`: what is spoken is the line. */
type Playback = { voiceId: string; isLine: boolean }

/**
 * Returns the required right. Other texts require the owner, whose allowance they use; other voices the right to cast.
 */
export async function requiredRight(
  catalogue: Pick<VoiceCatalogue, 'find'>,
  { source, grant }: { source: LineSource; grant: Grant },
  { voiceId, isLine }: Playback,
): Promise<Right> {
  if (grant.role === 'owner') return 'listen'
  if (!isLine) throw notFound('Line')
  const right = (await isCast(catalogue, source, voiceId)) ? 'listen' : 'cast'
  if (!may(grant.role, right)) throw notFound('Voice')
  return right
}

/** A removed voice counts as no assignment (product §3). */
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

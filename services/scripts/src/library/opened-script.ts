import type { Person } from '@andscene/contracts/internal'
import { notFound } from '@andscene/service-kit/http-error'
import type { FastifyBaseLogger } from 'fastify'
import { jsonWithAudioCache } from '../cache/audio-cache.ts'
import type { Context } from '../context.ts'
import { inDraft } from '../drafts/in-draft.ts'
import { scriptResponse, type Whole } from './script-response.ts'

/** Returns the script with the lines of one draft and their clips, as text. Throws NOT_FOUND if it was deleted. */
export async function openedScript(
  { stores, visible, readLines, readDirections, clipIndex }: Context,
  { id: requestId, log, person }: { id: string; log: FastifyBaseLogger; person: Person },
  script: Whole,
  number = script.draft.number,
): Promise<string> {
  const { id, role, castingVersion } = script
  const [draft, lines, directed, clips, { heads }] = await Promise.all([
    inDraft(stores, script, number),
    readLines(id, role, number),
    readDirections(id, castingVersion),
    clipIndex.ofScript(id, { requestId, log }),
    visible.of(person, script),
  ])
  if (!lines) throw notFound('Draft')
  return scriptResponse(
    { ...draft, draftCount: heads.length },
    await jsonWithAudioCache(lines, { ...draft, directed, readsDirections: true }, clips),
  )
}

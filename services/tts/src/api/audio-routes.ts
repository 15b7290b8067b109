import type { Person } from '@andscene/contracts/internal'
import {
  readClip as readClipRoute,
  readWordTimes as readWordTimesRoute,
} from '@andscene/contracts/routes/speech'
import type { App } from '@andscene/service-kit/create-app'
import { notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { readWordTimes } from '../clips/clip-objects.ts'
import { parseClipPath, previewFolder, textHash } from '../clips/clip-path.ts'
import type { LineSource } from './access.ts'
import { readClip, sendStored } from './clip-response.ts'
import type { ApiParts } from '../parts.ts'
import { guardResponse } from './access-watch.ts'
import { clearCache, clearLineCache } from '@andscene/contracts/routes/caching'
import { hashedSpeech, speechOf } from '@andscene/screenplay/line-speech'
import { inAssignedVoice } from '@andscene/screenplay/voices'
import { writtenWords } from '@andscene/screenplay/word-times/written-words'
import { clearScript, clearText } from '../clips/clear-clips.ts'
import { ObjectsNotRemoved } from '../storage/audio-objects.ts'
import {
  findUnknownWords,
  listVoices,
  readDefaultVoice,
  saveDefaultVoice,
} from '@andscene/contracts/routes/voices'

/** Of a clip whose provider has no word times, or whose timing file is lost. A 404 would be an error in the console. */
const NO_WORDS = { text: '', words: [] }

/**
 * Serves stored clips and their word times (product §7): a script's clips to its listeners, previews only to the user
 * who requested them.
 */
export function audioRoutes(app: App, parts: ApiParts): void {
  const requireHearing = async (path: string, person: Person, requestId: string) => {
    const parsed = parseClipPath(path)
    if (!parsed) throw notFound('Audio')
    const { scriptId } = parsed
    if (scriptId !== undefined)
      return { scriptId, grant: await parts.access.require(scriptId, person, 'listen', requestId) }
    // Checked before any lookup, so that response times do not reveal what other users have listened to.
    if (person.guest || !path.startsWith(previewFolder(person.uid))) throw notFound('Audio')
    return undefined
  }

  implement(app, readClipRoute, async (request, reply) => {
    const path = request.params['*']
    const heard = await requireHearing(path, request.person, request.id)
    const { send } = guardResponse(parts, request, reply, heard && { ...heard, right: 'listen' })
    const stored = await readClip(parts, path)
    if (!stored) throw notFound('Audio')
    const isOwn = !heard || heard.grant.role === 'owner'
    return send(() => sendStored(request, reply, stored, { isOwn }))
  })

  implement(app, readWordTimesRoute, async ({ params, query: { lineId, draft }, person, id: requestId }) => {
    const path = params['*']
    const heard = await requireHearing(path, person, requestId)
    if (!(await parts.index.find(path))) throw notFound('Audio')
    const times = (await readWordTimes(parts.objects, path)) ?? NO_WORDS
    if (lineId === undefined || !heard || times.words.length === 0) return { data: times }
    const { scriptId } = heard
    const { source } = await parts.access.line({ scriptId, lineId, draft }, person, 'listen', requestId)
    return { data: { ...times, words: writtenWords(times, source.line, source) } }
  })
}

export function cachingRoutes(app: App, parts: ApiParts): void {
  const { access } = parts

  implement(app, clearLineCache, async ({ body: { scriptId, ...line }, person, id: requestId }) => {
    const { source } = await access.line({ scriptId, ...line }, person, 'share', requestId)
    let filesDeleted = 0
    for (const text of hashedSpeeches(source))
      filesDeleted += await orUnavailable(clearText(parts, scriptId, textHash(text)))
    return { filesDeleted }
  })

  implement(app, clearCache, async ({ body: { scriptId }, person, id: requestId }) => {
    await access.require(scriptId, person, 'share', requestId)
    return { filesDeleted: await orUnavailable(clearScript(parts, scriptId, { erased: false })) }
  })
}

/**
 * The speeches of a line in its own language and in the script's, in each of its deliveries and plain, by its voices
 * together and by one alone, with and without its directions.
 */
function hashedSpeeches(source: LineSource): Set<string> {
  const { stored, deliveries } = source
  const hashed = new Set<string>()
  for (const line of [stored, inAssignedVoice(stored)])
    for (const delivery of [stored.delivery, ...deliveries, undefined])
      for (const together of [stored.together, undefined])
        for (const readsDirections of [false, true]) {
          const speech = speechOf({ ...line, delivery, together }, { ...source, readsDirections })
          if (speech) hashed.add(hashedSpeech(speech, line.language))
        }
  return hashed
}

/** A deletion that the store refused is a temporary outage: the client retries it. */
async function orUnavailable(clearing: Promise<number>): Promise<number> {
  try {
    return await clearing
  } catch (error) {
    if (!(error instanceof ObjectsNotRemoved)) throw error
    throw unavailable('Some audio was not deleted. Please try again in a moment.', error)
  }
}

export function voicesRoutes(app: App, { catalogue, index, naturalVoices, preparation }: ApiParts): void {
  implement(app, listVoices, async ({ person }) => {
    const [voices, natural] = await Promise.all([
      catalogue.all(),
      // Voices are listed even without Redis.
      naturalVoices.read().catch(() => undefined),
    ])
    // A client that lists voices will soon play one, except guests, who cannot choose voices.
    if (natural?.state === 'ready' && !person.guest) preparation.announce()
    return { data: { voices, ...(natural ? { naturalVoices: natural } : {}) } }
  })

  implement(app, findUnknownWords, async ({ body }) => {
    // Loaded on demand: the dictionary takes memory.
    const { unknownWords } = await import('@andscene/kokoro/phonemes/unknown-names')
    return { data: { unknown: unknownWords(body.words) } }
  })

  implement(app, readDefaultVoice, async ({ uid }) => ({
    data: { voiceId: (await index.defaultVoice(uid)) ?? null },
  }))

  implement(app, saveDefaultVoice, async ({ uid, body: { voiceId } }) => {
    if (voiceId !== null && !(await catalogue.find(voiceId))) throw notFound('Voice')
    await index.setDefaultVoice(uid, voiceId)
    return { data: { voiceId } }
  })
}

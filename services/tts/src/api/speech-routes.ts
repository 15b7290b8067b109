import { API_CLIP_MS, API_PREVIEW_MS } from '@andscene/contracts/deadlines'
import { generateClip, previewVoice } from '@andscene/contracts/routes/speech'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { voiceForLine } from '@andscene/screenplay/voices'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { clipOf } from '../clips/wanted-clips.ts'
import { previewText } from '../voices/preview-text.ts'
import { readClip, sendClip, sendHead } from './clip-response.ts'
import type { HeadWish } from './clip-requests.ts'
import { leaving } from './leaving.ts'
import type { ApiParts } from './parts.ts'
import { tellPosition } from './position.ts'

/** Speech made on demand (product §7). */
export function speechRoutes(app: App, parts: ApiParts): void {
  const { catalogue, ownership } = parts

  implement(app, previewVoice, async (request, reply) => {
    const { voiceId, text: given } = request.body
    if (given !== undefined) requireSpeakable(given)
    const voice = await voiceOf(parts, voiceId)
    const text = spokenAlone(given ?? previewText(voice))
    return sendSpoken(parts, request, reply, {
      ...clipOf(catalogue, voice, text, { uid: request.uid }),
      ownerId: request.uid,
      limitMs: API_PREVIEW_MS,
    })
  })

  implement(app, generateClip, async (request, reply) => {
    const { voiceId, text, scriptId, lineId, head, headMs = 0, headAfterMs = 0, rate = 1 } = request.body
    if (lineId !== undefined && scriptId === undefined) throw invalid('A line is spoken with its script')
    requireSpeakable(text)
    let spoken = spokenAlone(text)
    let lineIndex: number | undefined
    let wanted = false
    if (scriptId !== undefined && lineId !== undefined) {
      const source = await ownership.line(scriptId, lineId, request.uid, request.id)
      lineIndex = source.lineIndex
      // The key of a clip is what is heard: a text other than the line's never becomes the line's clip (product §10).
      spoken = spokenText({ ...source.line, text })
      wanted =
        spoken === spokenText(source.line) && voiceForLine(source.line, source.casting, isAny) === voiceId
      tellPosition(parts, request, { scriptId, fromLineIndex: lineIndex })
    } else if (scriptId !== undefined) await ownership.require(scriptId, request.uid, request.id)

    const voice = await voiceOf(parts, voiceId)
    return sendSpoken(parts, request, reply, {
      ...clipOf(catalogue, voice, spoken, scriptId === undefined ? { uid: request.uid } : { scriptId }),
      ...(scriptId !== undefined && { scriptId }),
      ...(lineIndex !== undefined && { lineIndex }),
      ownerId: request.uid,
      wanted,
      head: head ? { beyondMs: headMs, dueAt: Date.now() + headAfterMs, rate } : undefined,
      limitMs: API_CLIP_MS,
    })
  })
}

type Asked = ReturnType<typeof clipOf> & {
  scriptId?: string
  lineIndex?: number
  /** Only owners reach their scripts, so who asks is who it is made for. */
  ownerId: string
  /** The script's casting wants it too. */
  wanted?: boolean
  /** A head of the clip is of use, too. */
  head?: HeadWish | undefined
  /** Longest time from the request's arrival to the response. */
  limitMs: number
}

/** From storage when it is there, else made now by the workers. */
async function sendSpoken(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs, wanted = false, head, ...job }: Asked,
): Promise<FastifyReply> {
  const signal = leaving(reply)
  const stored = await readClip(parts, job.path)
  if (stored) return sendClip(reply, stored, true)
  await parts.allowance.require(job.ownerId)
  await requireReady(parts, job.voiceId)
  // What line and voice took to be found is gone.
  const timeoutMs = Math.max(0, limitMs - reply.elapsedTime)
  const begun = await parts.clips.ensure(
    { ...job, requestId: request.id },
    { uid: request.uid, requestId: randomUUID(), wanted, head, timeoutMs, signal },
  )
  if (begun) return sendHead(reply, job.path, begun)
  const made = await readClip(parts, job.path)
  if (!made) throw unavailable('The audio was cleared while it was made')
  return sendClip(reply, made, false)
}

/** Before anything is asked or made for it. */
function requireSpeakable(text: string): void {
  if (!canBeSpoken({ text })) throw invalid('There is nothing in this text that can be spoken')
}

/** Minutes, as a rule: nothing comes of asking in between. */
const READY_AFTER_S = 30

/** Who asks learns at once that a voice cannot speak yet, instead of waiting for it in vain. */
async function requireReady({ catalogue }: ApiParts, voiceId: string): Promise<void> {
  const provider = catalogue.providers.providerOf(voiceId)
  // When that cannot be found out now, who speaks does.
  const readiness = (await provider.readiness?.().catch(() => undefined)) ?? 'ready'
  if (readiness === 'ready') return
  if ('never' in readiness) throw new HttpError('SPEECH_FAILED', readiness.never)
  throw new HttpError('UNAVAILABLE', readiness.later, { retryAfter: READY_AFTER_S })
}

/** A casting's voice that is gone by now only means that the planner looks after the line. */
const isAny = () => true

async function voiceOf({ catalogue }: ApiParts, voiceId: string) {
  const voice = await catalogue.find(voiceId)
  if (!voice) throw notFound('Voice')
  return voice
}

/** A text that belongs to no line is spoken as dialogue. */
const spokenAlone = (text: string) => spokenText({ type: 'Dialogue', text })

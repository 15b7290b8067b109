import { GenerateBody, PreviewBody } from '@andscene/contracts/voice'
import { spokenText } from '@andscene/screenplay/spoken-text'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound, unavailable } from '@andscene/service-kit/http-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clipOf } from '../clips/wanted-clips.ts'
import { previewText } from '../voices/preview-text.ts'
import { readClip, sendClip } from './clip-answer.ts'
import type { ApiParts } from './parts.ts'
import { tellPosition } from './position.ts'

/** The client waits 25 s for a preview and 30 s for a clip (SPEC §9); our answer comes before that. */
const PREVIEW_LIMIT_MS = 23_000
const GENERATE_LIMIT_MS = 28_000

/** `POST /api/voices/preview` and `/generate` (SPEC §7). */
export function speechRoutes(app: App, parts: ApiParts): void {
  const preHandler = app.requirePerson
  const { catalogue, ownership } = parts

  app.post('/api/voices/preview', { preHandler, schema: { body: PreviewBody } }, async (request, reply) => {
    const voice = await voiceOf(parts, request.body.voiceId)
    const text = spokenAlone(request.body.text ?? previewText(voice))
    return answer(parts, request, reply, {
      ...clipOf(catalogue, voice, text, undefined),
      limitMs: PREVIEW_LIMIT_MS,
    })
  })

  app.post('/api/voices/generate', { preHandler, schema: { body: GenerateBody } }, async (request, reply) => {
    const { voiceId, text, scriptId, lineId } = request.body
    if (lineId !== undefined && scriptId === undefined) throw invalid('body.scriptId is needed with lineId')
    let spoken = spokenAlone(text)
    let lineIndex: number | undefined
    if (scriptId !== undefined && lineId !== undefined) {
      const source = await ownership.line(scriptId, lineId, request.uid, request.id)
      lineIndex = source.lineIndex
      // The key of a clip is what is heard: a text other than the line's never becomes the line's clip (RULINGS, Safety).
      spoken = spokenText({ ...source.line, text })
      tellPosition(parts, request, { scriptId, fromLineIndex: lineIndex })
    } else if (scriptId !== undefined) await ownership.require(scriptId, request.uid, request.id)
    if (spoken === '') throw invalid('There is nothing to speak in this text')

    const voice = await voiceOf(parts, voiceId)
    return answer(parts, request, reply, {
      ...clipOf(catalogue, voice, spoken, scriptId),
      ...(scriptId === undefined ? {} : { scriptId }),
      ...(lineIndex === undefined ? {} : { lineIndex }),
      limitMs: GENERATE_LIMIT_MS,
    })
  })
}

type Asked = ReturnType<typeof clipOf> & { scriptId?: string; lineIndex?: number; limitMs: number }

/** From storage when it is there, else made now by the workers. */
async function answer(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs, ...job }: Asked,
): Promise<FastifyReply> {
  const stored = await readClip(parts, job.path)
  if (stored) return sendClip(reply, stored, true)
  await parts.clips.ensure({ ...job, requestId: request.id }, { timeoutMs: limitMs, signal: leaving(reply) })
  const made = await readClip(parts, job.path)
  if (!made) throw unavailable('The audio was cleared while it was made')
  return sendClip(reply, made, false)
}

/** Aborts when whoever asked is gone; the job itself goes on for others. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort(new HttpError('TIMEOUT', 'Nobody waits any more')))
  return controller.signal
}

async function voiceOf({ catalogue }: ApiParts, voiceId: string) {
  const voice = await catalogue.find(voiceId)
  if (!voice) throw notFound('Voice')
  return voice
}

/** A text that belongs to no line is spoken as dialogue. */
const spokenAlone = (text: string) => spokenText({ type: 'Dialogue', text })

import { API_CLIP_MS, API_PREVIEW_MS } from '@andscene/contracts/deadlines'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { generateClip, previewVoice } from '@andscene/contracts/routes/speech'
import { may } from '@andscene/contracts/sharing/may'
import { isRecordable, NOT_RECORDABLE, tidyDelivery } from '@andscene/contracts/voices/tidy-delivery'
import type { Voice } from '@andscene/contracts/voices/voice'
import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { hashedSpeech, speechOf, type Speech } from '@andscene/screenplay/line-speech'
import { checkedPronunciation } from '@andscene/screenplay/pronunciation/check'
import { voiceForLine } from '@andscene/screenplay/voices'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { sharesOf } from '@andscene/service-kit/shares'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { existingTogether, narratorOf, speakerWith } from '../clips/clip-speakers.ts'
import { clipOf } from '../clips/wanted-clips.ts'
import type { SpeechProvider } from '../speech/provider.ts'
import { previewText } from '../voices/preview-text.ts'
import { requiredRight } from './as-cast.ts'
import { readClip, sendClip, sendHead } from './clip-response.ts'
import type { HeadRequest } from './clip-requests.ts'
import type { ApiParts } from '../parts.ts'
import { guardResponse, type Hearing } from './access-watch.ts'

export function speechRoutes(app: App, parts: ApiParts): void {
  const { catalogue, access } = parts

  implement(app, previewVoice, async (request, reply) => {
    const { voiceId, text: given, pronunciation } = request.body
    if (given !== undefined) requireSpeakable(given)
    const pronunciations = pronunciation ? [checked(pronunciation)] : []
    const voice = await voiceOf(parts, voiceId)
    const speech = spokenAlone(given ?? previewText(voice), voice, pronunciations)
    return sendSpoken(parts, request, reply, {
      ...clipOf(catalogue, { voice }, speech, { uid: request.uid }),
      ownerId: request.uid,
      limitMs: API_PREVIEW_MS,
    })
  })

  implement(app, generateClip, async (request, reply) => {
    const {
      voiceId,
      text,
      scriptId,
      lineId,
      draft,
      head,
      headMs = 0,
      headAfterMs = 0,
      rate = 1,
    } = request.body
    const asked = request.body.delivery && tidyDelivery(request.body.delivery)
    const { uid, person, id: requestId } = request
    if (lineId !== undefined && scriptId === undefined)
      throw invalid('A line must be requested together with its script')
    if (lineId === undefined && asked) throw invalid('Only a line has a delivery')
    if (asked && !isRecordable(asked)) throw invalid(NOT_RECORDABLE)
    if (scriptId === undefined && person.guest)
      throw new HttpError('FORBIDDEN', 'Only signed-in users can do this')
    requireSpeakable(text)
    const headRequest = head ? { beyondMs: headMs, dueAt: Date.now() + headAfterMs, rate } : undefined
    const common = { head: headRequest, limitMs: API_CLIP_MS }
    if (scriptId === undefined) {
      const voice = await voiceOf(parts, voiceId)
      const clip = clipOf(catalogue, { voice }, spokenAlone(text, voice), { uid })
      return sendSpoken(parts, request, reply, { ...clip, ...common, ownerId: uid })
    }
    if (lineId === undefined) {
      const grant = await access.require(scriptId, person, 'listen', requestId)
      if (grant.role !== 'owner') throw notFound('Line')
      const voice = await voiceOf(parts, voiceId)
      const clip = clipOf(catalogue, { voice }, spokenAlone(text, voice), { scriptId })
      return sendSpoken(parts, request, reply, { ...clip, ...common, scriptId, ownerId: grant.ownerId })
    }

    const { source, grant } = await access.line({ scriptId, lineId, draft }, person, 'listen', requestId)
    const { lineIndex, casting } = source
    const { readsDirections } = request.body
    const narrator = await narratorOf(catalogue, { readsDirections, casting })
    const spoken = { ...source, readsDirections: narrator !== undefined }
    // Only directors hear a line in another way than all listeners.
    if (asked && !may(grant.role, 'cast')) throw notFound('Line')
    if (asked && text !== source.line.text) throw invalid('Only the text of the line has a delivery')
    const line = asked ? { ...source.line, delivery: asked } : source.line
    // The clip key depends on the speech, so another text or delivery never becomes the clip of the line (product §10).
    // Styles belong to the line's own text.
    const isOwn = text === line.text
    const voice = await voiceOf(parts, voiceId)
    const together = await existingTogether(catalogue, line, casting)
    const voices = together[0]?.voiceId === voiceId ? together : [voice]
    // Another voice, which the user tries, speaks alone.
    const tried = voices === together ? line : { ...line, together: undefined }
    const speech = speechOf(
      isOwn ? tried : { ...tried, text, styles: undefined, delivery: undefined },
      spoken,
    )
    if (!speech) throw silent()
    const isLine =
      (isOwn && !asked) || isSame(speech, speechOf({ ...source.line, together: tried.together }, spoken))
    const right = asked ? 'cast' : await requiredRight(catalogue, { source, grant }, { voiceId, isLine })
    // In the background: plans the next clips from this position (product §4). A trial is not listening.
    if (!asked && lineIndex !== undefined)
      reportPosition(parts, { scriptId, fromLineIndex: lineIndex }, requestId).catch((error: unknown) =>
        request.log.warn({ err: error, scriptId }, 'position not sent'),
      )
    const speaker = await speakerWith(catalogue, voices, { language: line.language, narrator })
    const clip = clipOf(catalogue, speaker, speech, { scriptId })
    return sendSpoken(parts, request, reply, {
      ...clip,
      ...common,
      scriptId,
      ...(lineIndex !== undefined && { lineIndex }),
      // The audio of a script counts towards the allowance of its owner.
      ownerId: grant.ownerId,
      hearing: { scriptId, grant, right },
      ...(asked && !isLine && { trial: true }),
      wanted: isLine && (voices === together || voiceForLine(line, casting, isAny) === voiceId),
    })
  })
}

type Asked = ReturnType<typeof clipOf> & {
  scriptId?: string
  lineIndex?: number
  ownerId: string
  hearing?: Hearing
  trial?: boolean
  wanted?: boolean
  head?: HeadRequest | undefined
  /** Longest time from the request's arrival to the response. */
  limitMs: number
}

async function sendSpoken(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs, wanted = false, head, hearing, ...job }: Asked,
): Promise<FastifyReply> {
  const { signal, send } = guardResponse(parts, request, reply, hearing)
  const stored = await readClip(parts, job.path)
  if (stored) return send(() => sendClip(reply, stored, true))
  await parts.allowance.require(job.ownerId)
  const { msPerCharacter = 1 } = await readyProvider(parts, job.voiceId)
  for (const voiceId of [...(job.together ?? []), ...(job.byNarrator ? [job.byNarrator.voiceId] : [])])
    await readyProvider(parts, voiceId)
  const timeoutMs = Math.max(0, limitMs - reply.elapsedTime)
  const begun = await parts.clips.ensure(
    { ...job, requestId: request.id },
    {
      uid: request.uid,
      shares: sharesOf(request.person, request.ip),
      requestId: randomUUID(),
      estimateMs: job.text.length * msPerCharacter,
      wanted,
      head,
      timeoutMs,
      signal,
    },
  )
  if (begun) return send(() => sendHead(reply, job.path, begun))
  const made = await readClip(parts, job.path)
  if (!made) throw unavailable('The audio was cleared while it was being generated')
  return send(() => sendClip(reply, made, false))
}

const silent = () => invalid('This text contains nothing to speak')

function requireSpeakable(text: string): void {
  if (!canBeSpoken({ text })) throw silent()
}

const isSame = (speech: Speech, other: Speech | undefined): boolean =>
  other !== undefined && hashedSpeech(speech) === hashedSpeech(other)

/** Loading takes minutes, but a worker that has just started is ready within seconds. */
const READY_AFTER_S = 5

/** Rejects immediately while a voice cannot speak. */
async function readyProvider({ catalogue }: ApiParts, voiceId: string): Promise<SpeechProvider> {
  const provider = catalogue.providers.providerOf(voiceId)
  // If the state is unknown now, the worker checks it.
  const readiness = (await provider.readiness?.().catch(() => undefined)) ?? 'ready'
  if (readiness === 'ready') return provider
  if ('never' in readiness) throw new HttpError('SPEECH_FAILED', readiness.never)
  const code = readiness.isLoading ? 'VOICE_LOADING' : 'UNAVAILABLE'
  throw new HttpError(code, readiness.later, { retryAfter: READY_AFTER_S })
}

/** Treats every voice as existing: for a removed voice the planner queues the line in another one. */
const isAny = () => true

async function voiceOf({ catalogue }: ApiParts, voiceId: string) {
  const voice = await catalogue.find(voiceId)
  if (!voice) throw notFound('Voice')
  return voice
}

/** A text that belongs to no line is spoken as dialogue in the language of the voice. */
function spokenAlone(text: string, { locale }: Voice, pronunciations: readonly Pronunciation[] = []): Speech {
  const source = { casting: NO_CASTING, pronunciations, language: locale }
  const speech = speechOf({ type: 'Dialogue', text }, source)
  if (!speech) throw silent()
  return speech
}
const NO_CASTING = { characterAssignments: {} }

function checked(pronunciation: Pronunciation): Pronunciation {
  const result = checkedPronunciation(pronunciation)
  if ('problem' in result) throw invalid(result.problem)
  // The preview has no speaker, so it applies to any character.
  const { character: _character, ...rest } = result.checked
  return rest
}

async function reportPosition(
  { narration, notes }: ApiParts,
  { scriptId, fromLineIndex }: { scriptId: string; fromLineIndex: number },
  requestId: string,
): Promise<void> {
  if (await notes.isComplete(scriptId)) return notes.setListener(scriptId, fromLineIndex)
  return narration.add({ scriptId, fromLineIndex, reason: 'position', requestId })
}

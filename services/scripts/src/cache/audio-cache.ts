import type { ClipRow } from '@andscene/contracts/internal'
import type { AudioCache, Line } from '@andscene/contracts/script'
import { asCast, voiceForLine } from '@andscene/screenplay/voices'
import { Pauses } from '@andscene/service-kit/pauses'
import type { LinesSource, ScriptLines } from './script-lines.ts'
import { readAudio } from '@andscene/contracts/routes/internal'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { FastifyBaseLogger } from 'fastify'

/** Lines composed per turn of the event loop. */
const LINES_AT_ONCE = 200

/** Stored clips of one script, by the hash of the spoken text. */
export type Clips = ReadonlyMap<string, readonly ClipRow[]>
const NO_CLIPS: Clips = new Map()

/**
 * Returns lines `from` (inclusive) to `to` (exclusive) with their stored clips: the clip in the line's voice if there
 * is one, else one of the same text in another voice, which the reader shows as "Server ✗" (product §4). The newest of
 * several, because a later version of the engine stores the same text in the same voice again.
 */
export function withAudioCache(
  script: ScriptLines,
  source: LinesSource,
  clips: Clips,
  from: number,
  to: number,
): Line[] {
  return script.lines.slice(from, to).map((line, offset) => {
    const spoken = script.spoken[from + offset]!
    const stored = clips.get(script.textHash(from + offset, source) ?? '')
    if (!stored) return line
    const { casting, readsDirections = false } = source
    const { language } = asCast(line, casting)
    const voiceId = voiceForLine(spoken, casting)
    const own = stored.filter((clip) => clip.voiceId === voiceId)
    const audioCache = toAudioCache(newest(own.length > 0 ? own : stored), language)
    const way = script.hasDirections(from + offset, source) ? { readsDirections } : {}
    return { ...line, audioCache: { ...audioCache, ...way } }
  })
}

/**
 * Returns a JSON array of all lines, as withAudioCache. Yields to the event loop, because 50,000 lines would block it.
 * Without clips it is the stored text, if the reader may see all of it.
 */
export async function jsonWithAudioCache(
  script: ScriptLines,
  source: LinesSource,
  clips: Clips = NO_CLIPS,
): Promise<string> {
  if (clips.size === 0 && script.json !== undefined) return script.json
  const pauses = new Pauses()
  const parts: string[] = []
  for (let from = 0; from < script.lines.length; from += LINES_AT_ONCE) {
    if (pauses.due()) await pauses.take()
    const lines = withAudioCache(script, source, clips, from, from + LINES_AT_ONCE)
    parts.push(JSON.stringify(lines).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

const newest = (clips: readonly ClipRow[]): ClipRow =>
  clips.reduce((latest, clip) => (clip.lastUpdated > latest.lastUpdated ? clip : latest))

const toAudioCache = (
  { path, contentType, voiceId, lastUpdated, durationMs }: ClipRow,
  language: string | undefined,
): AudioCache => ({
  path,
  contentType,
  voiceId,
  lastUpdated,
  durationMs,
  ...(language !== undefined && { language }),
})

/** Longest wait for the cache state when a script is opened; longer in total, because many clips take several pages. */
const PAGE_MS = 1_500
const ALL_PAGES_MS = 5_000
/** A page costs either service some milliseconds of work. */
const CLIPS_PER_PAGE = 2_000

type Asking = { requestId: string; log: FastifyBaseLogger }

/**
 * The clips that tts has stored; undefined while tts does not respond: a script then loads without cache state
 * (architecture §6).
 */
type ClipIndex = {
  ofScript(scriptId: string, asking: Asking): Promise<Clips | undefined>
  /** The clips of these texts only; `complete`: no clip of the whole script is missing. */
  ofTexts(
    scriptId: string,
    textHashes: ReadonlySet<string>,
    asking: Asking,
  ): Promise<{ clips: Clips; complete: boolean } | undefined>
}

export function createClipIndex(tts: ServiceClient): ClipIndex {
  return {
    ofScript: (id, { requestId, log }) =>
      orUndefined(log, async () => {
        const rows: ClipRow[] = []
        const until = performance.now() + ALL_PAGES_MS
        let after: string | undefined
        do {
          const timeoutMs = Math.ceil(Math.min(PAGE_MS, Math.max(1, until - performance.now())))
          const page = { count: CLIPS_PER_PAGE, ...(after !== undefined && { after }) }
          const { data } = await tts.call(
            readAudio,
            { params: { id }, body: { page } },
            { requestId, timeoutMs },
          )
          rows.push(...(data.clips ?? []))
          after = data.next
        } while (after !== undefined)
        return byText(rows)
      }),

    ofTexts: (id, textHashes, { requestId, log }) =>
      orUndefined(log, async () => {
        const request = { params: { id }, body: { textHashes: [...textHashes] } }
        const { data } = await tts.call(readAudio, request, { requestId, timeoutMs: PAGE_MS })
        return { clips: byText(data.clips ?? []), complete: data.complete ?? false }
      }),
  }
}

const byText = (rows: readonly ClipRow[]): Clips => Map.groupBy(rows, ({ textHash }) => textHash)

async function orUndefined<T>(log: FastifyBaseLogger, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: error }, 'no cache state')
    return undefined
  }
}

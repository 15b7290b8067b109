import { abortError } from '../errors.ts'
import type { ClipOptions, ClipRequest, ClipSource, Clock } from '../ports.ts'

export type FakeClips = ClipSource & {
  /** All fetches, in order. */
  asked: { lineId: string; voiceId: string; at: number }[]
  /** Maximum of concurrent fetches. */
  most: number
  aborted: string[]
  discarded: string[]
  /** Duration of a fetch in milliseconds. */
  takes: number | ((request: ClipRequest) => number)
  /** Returns the error of a fetch, or undefined for success. */
  fail: (request: ClipRequest, options?: ClipOptions) => Error | undefined
  /** Load times of the heads of a clip that is late; without any, clips arrive whole. */
  headsTake: readonly number[]
  /** Length of the whole clip, as reported with its heads. */
  wholeMs: number
  /** The clip's bytes, as text. */
  content: (request: ClipRequest) => string
}

export function createFakeClips(clock: Clock): FakeClips {
  let running = 0
  const clips: FakeClips = {
    asked: [],
    most: 0,
    aborted: [],
    discarded: [],
    takes: 10,
    headsTake: [],
    wholeMs: 2_000,
    fail: () => undefined,
    content: (request) => request.text,
    async fetch(request, signal, options) {
      clips.asked.push({ lineId: request.lineId, voiceId: request.voiceId, at: clock.now() })
      running += 1
      clips.most = Math.max(clips.most, running)
      const takes = typeof clips.takes === 'number' ? clips.takes : clips.takes(request)
      const { hearing } = options ?? {}
      const isLate = hearing !== undefined && hearing.dueAt < clock.now() + takes
      const early = (isLate ? clips.headsTake : []).map((after) =>
        clock.setTimeout(() => {
          const bytes = new TextEncoder().encode(clips.content(request)).buffer
          hearing!.onHead({ bytes, wholeMs: clips.wholeMs })
        }, after),
      )
      try {
        await new Promise<void>((resolve, reject) => {
          const id = clock.setTimeout(resolve, takes)
          signal.addEventListener('abort', () => {
            clock.clearTimeout(id)
            for (const each of early) clock.clearTimeout(each)
            clips.aborted.push(request.lineId)
            reject(abortError())
          })
        })
      } finally {
        running -= 1
      }
      const error = clips.fail(request, options)
      if (error) throw error
      return new TextEncoder().encode(clips.content(request)).buffer
    },
    discard: (request) => void clips.discarded.push(request.lineId),
  }
  return clips
}

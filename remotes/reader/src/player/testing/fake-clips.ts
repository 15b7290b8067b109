import { abortError } from '../errors.ts'
import type { ClipOptions, ClipRequest, ClipSource, Clock } from '../ports.ts'

export type FakeClips = ClipSource & {
  /** Every fetch, in order. */
  asked: { lineId: string; voiceId: string; at: number }[]
  /** Most concurrent fetches. */
  most: number
  aborted: string[]
  discarded: string[]
  /** Milliseconds a fetch takes. */
  takes: number | ((request: ClipRequest) => number)
  /** What a fetch fails with; return nothing for success. */
  fail: (request: ClipRequest, options?: ClipOptions) => Error | undefined
  /** How long heads of a clip take that is not there when it is due; without any clips come whole. */
  headsTake: readonly number[]
  /** What a head says of the length of its clip. */
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

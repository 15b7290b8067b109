import { requestOf } from '@andscene/contracts/call'
import { CLIP_HEADERS } from '@andscene/contracts/clip'
import type { Route } from '@andscene/contracts/define-route'
import { generateClip, previewVoice } from '@andscene/contracts/routes/speech'
import { createAccount } from '@andscene/platform-client/accounts'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import { lineOfSevenSeconds, shortLine } from './lines.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from './stand.ts'

const COUNTS = [1, 5, 20]
const WARM_UP = 3
const ROUNDS = 4
const SOUNDS_PER_ROUND = 5
/** A listener looks for the next line to click. */
const PAUSE_MS = 400
/** No abandoned line is made any more after this. */
const GONE_AFTER_MS = 5_000
const LEAVES_AFTER_MS = 1_500
const LONG_CHARACTERS = 4_000
const TIMES_ALONE_AT_MOST = 2
const FLITE_MS = 300
const FLITE = 'local:flite-slt'

type Abandon = (text: number) => Promise<void>
type Heard = { natural: number[]; flite: number[]; refused: number }

/**
 * Another user's first sound and Flite clip alone, and next to lines that one user asks for and abandons: with their heads
 * taken and their rests never asked for, and of 4,000 characters whose connections are closed after 1.5 s.
 */
export async function abandoned(): Promise<void> {
  const stand = await openStand({ ...WITH_NATURAL_VOICES, LIMIT_SIGN_UPS: '1000' })
  try {
    const voices = (await naturalVoices(stand)).filter(({ locale }) => locale === 'en-US')
    const voiceOf = (n: number) => voices[n % Math.min(voices.length, 6)]!.voiceId
    const { token } = await createAccount(stand.origin)
    const call = (who: string, body: object, { route = generateClip as Route, signal = never } = {}) => {
      const { path, headers, ...request } = requestOf(route, { body })
      return fetch(`${stand.origin}${path}`, {
        ...request,
        headers: { ...headers, authorization: `Bearer ${who}` },
        signal,
      })
    }
    const kinds: Record<string, Abandon> = {
      'heads only': async (n) => {
        const body = { voiceId: voiceOf(n), text: lineOfSevenSeconds(n), head: true }
        await untilAccepted(() => call(token, body))
      },
      '4,000 characters': async (n) => {
        const body = { voiceId: voiceOf(n), text: longText(n), head: true }
        await untilAccepted(() => call(token, body, { signal: AbortSignal.timeout(LEAVES_AFTER_MS) }))
      },
    }
    let asked = 0
    const heard = async (count: number): Promise<Heard> => {
      const times: Heard = { natural: [], flite: [], refused: 0 }
      const accepted = async (ask: () => Promise<Response>) => {
        const begin = performance.now()
        const { response, refused } = await untilAccepted(ask)
        times.refused += refused
        return { response, after: performance.now() - begin }
      }
      for (let n = 0; n < count; n += 1) {
        asked += 1
        const line = { voiceId: voiceOf(asked), text: shortLine(asked), head: true }
        const listen = (headMs: number) => accepted(() => call(stand.person.token, { ...line, headMs }))
        let { response, after } = await listen(0)
        times.natural.push(after)
        // As the player does, the listener hears the line to its end.
        for (let had = 0, has = headOf(response); has > had; had = has, has = headOf(response))
          ({ response } = await listen(has))
        const preview = { voiceId: FLITE, text: `Take number ${asked}, and action, please.` }
        const flite = await accepted(() => call(stand.person.token, preview, { route: previewVoice }))
        times.flite.push(flite.after)
        await delay(PAUSE_MS)
      }
      return times
    }

    await heard(WARM_UP)
    let line = 0
    for (const [kind, abandon] of Object.entries(kinds))
      for (const count of COUNTS) {
        const alone: Heard[] = []
        const rounds: Heard[] = []
        // In turn: how busy the machine is with other things may change within minutes.
        for (let round = 0; round < ROUNDS; round += 1) {
          alone.push(await heard(SOUNDS_PER_ROUND))
          const all = Array.from({ length: count }, () => abandon((line += 1)))
          await Promise.race(all)
          rounds.push(await heard(SOUNDS_PER_ROUND))
          await Promise.all(all)
          await delay(GONE_AFTER_MS)
        }
        const name = `next to ${count} (${kind})`
        tell(`${name}, alone in turn`, alone)
        tell(name, rounds, TIMES_ALONE_AT_MOST * percentile(natural(alone), 0.95))
      }
  } finally {
    await stand.close()
  }
}

function tell(name: string, rounds: readonly Heard[], limit?: number): void {
  const first = natural(rounds)
  const flite = rounds.flatMap((round) => round.flite)
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0)
  report(`${name}: first sound, p50`, median(first), 'ms')
  report(`${name}: first sound, p95`, percentile(first, 0.95), 'ms', { limit, runs: first })
  report(`${name}: Flite clip, p95`, percentile(flite, 0.95), 'ms', { limit: FLITE_MS })
  report(`${name}: refused`, refused, 'requests', { limit: 0 })
}

const natural = (rounds: readonly Heard[]) => rounds.flatMap((round) => round.natural)

/** Milliseconds of a clip's beginning, 0 of a whole one. */
const headOf = (response: Response | undefined) => Number(response?.headers.get(CLIP_HEADERS.head) ?? 0)

const never = new AbortController().signal

/** Asks again as Retry-After says. One that left is accepted too. */
async function untilAccepted(
  ask: () => Promise<Response>,
): Promise<{ response?: Response; refused: number }> {
  for (let refused = 0; ; refused += 1) {
    let response: Response
    try {
      response = await ask()
      await response.arrayBuffer()
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') return { refused }
      throw error
    }
    if (response.ok) {
      if (response.headers.get(CLIP_HEADERS.path) === null) throw new Error('a response that is no clip')
      return { response, refused }
    }
    const seconds = Number(response.headers.get('retry-after'))
    if (!seconds) throw new Error(`a line: ${response.status}`)
    await delay(seconds * 1_000)
  }
}

function longText(n: number): string {
  const sentence = `In scene ${n} the keeper climbs the stairs, lights the lamp, and looks out at the sea. `
  return sentence.repeat(Math.floor(LONG_CHARACTERS / sentence.length)).trim()
}

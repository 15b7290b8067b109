import { setTimeout as delay } from 'node:timers/promises'
import { createAccount } from '@andscene/platform-client/accounts'
import { requestOf } from '@andscene/contracts/call'
import { previewVoice } from '@andscene/contracts/routes/speech'
import { openStand, type Stand } from '../stand.ts'
import { naturalVoices, WITH_NATURAL_VOICES } from '../natural/natural-voices.ts'
import { report } from '../report.ts'
import { median, quantile } from 'simple-statistics'

const VOICE = 'local:flite-slt'
const GREEDY_PREVIEWS = 100
const GREEDY_CHARACTERS = 4_500
const SHORT_CLIPS = 20
const WARM_UP = 5
const PAUSE_MS = 250
const TIMES_ALONE_AT_MOST = 3

/** A short clip alone, and next to 100 long previews of another user, who retries after Retry-After. */
export async function speech(): Promise<void> {
  for (const threads of [2, 1])
    await nextToLongPreviews(`${threads} speech thread${threads > 1 ? 's' : ''}`, {
      env: { SPEECH_THREADS: String(threads) },
    })
}

/** The same with natural voices. */
export async function naturalSpeech(): Promise<void> {
  await nextToLongPreviews('natural voices', {
    env: WITH_NATURAL_VOICES,
    voiceOf: async (stand) => (await naturalVoices(stand)).find(({ locale }) => locale === 'en-US')!.voiceId,
  })
}

type Kind = { env: Record<string, string>; voiceOf?: (stand: Stand) => Promise<string> }

async function nextToLongPreviews(name: string, { env, voiceOf }: Kind): Promise<void> {
  const stand = await openStand({ LIMIT_AUDIO_HOURS: '1000', LIMIT_SIGN_UPS: '1000', ...env })
  const leave = new AbortController()
  try {
    const listener = stand.person.token
    const greedy = (await createAccount(stand.origin)).token
    const voiceId = (await voiceOf?.(stand)) ?? VOICE
    const speakOnce = shortClip(stand.origin, listener, voiceId)
    const measure = async () => {
      const times: number[] = []
      for (let n = 0; n < SHORT_CLIPS; n += 1) {
        times.push(await speakOnce())
        await delay(PAUSE_MS)
      }
      return times
    }
    for (let n = 0; n < WARM_UP; n += 1) await speakOnce()
    const alone = await measure()

    const counts = { made: 0, refused: 0 }
    const crowd = Promise.allSettled(
      Array.from({ length: GREEDY_PREVIEWS }, (_, n) =>
        persist(
          () => preview(stand.origin, greedy, { voiceId, text: longText(n) }, leave.signal),
          counts,
          leave.signal,
        ),
      ),
    )
    await delay(3_000)
    const beside = await measure()
    leave.abort()
    await crowd

    process.stdout.write(`${name}: meanwhile ${counts.made} long previews made, ${counts.refused} refusals\n`)
    report(`${name}: short clip alone, p50`, median(alone), 'ms')
    report(`${name}: short clip alone, p95`, quantile(alone, 0.95), 'ms')
    report(`${name}: short clip next to ${GREEDY_PREVIEWS} long previews, p50`, median(beside), 'ms')
    report(`${name}: short clip next to them, p95`, quantile(beside, 0.95), 'ms', { runs: beside })
    report(`${name}: p50, times its time alone`, median(beside) / median(alone), '×', {
      limit: TIMES_ALONE_AT_MOST,
    })
    report(
      `${name}: p95, times its time alone`,
      quantile(beside, 0.95) / quantile(alone, 0.95),
      '×',
      voiceOf && { limit: TIMES_ALONE_AT_MOST },
    )
  } finally {
    leave.abort()
    await stand.close()
  }
}

/** Returns a function that requests a clip of a new short text and resolves to its latency in ms. */
export function shortClip(origin: string, token: string, voiceId = VOICE): () => Promise<number> {
  let spoken = 0
  return async () => {
    spoken += 1
    const begin = performance.now()
    const response = await preview(origin, token, {
      voiceId,
      text: `Take number ${spoken}, and action, please.`,
    })
    if (!response.ok) throw new Error(`a short clip: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    return performance.now() - begin
  }
}

/** Repeats a request until it succeeds, as Retry-After says. */
async function persist(
  ask: () => Promise<Response>,
  counts: { made: number; refused: number },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const response = await ask()
    await response.arrayBuffer()
    if (response.ok) {
      counts.made += 1
      return
    }
    const seconds = Number(response.headers.get('retry-after'))
    if (!seconds) throw new Error(`a long preview: ${response.status}`)
    counts.refused += 1
    await delay(seconds * 1_000, undefined, { signal })
  }
}

function preview(
  origin: string,
  token: string,
  body: { voiceId: string; text: string },
  signal?: AbortSignal,
): Promise<Response> {
  const { path, headers, ...request } = requestOf(previewVoice, { body })
  return fetch(`${origin}${path}`, {
    ...request,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  })
}

function longText(n: number): string {
  const sentence = `In scene ${n} the keeper climbs the stairs, lights the lamp, and looks out at the sea. `
  return sentence.repeat(Math.floor(GREEDY_CHARACTERS / sentence.length))
}

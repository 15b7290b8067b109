import { previewVoice } from '@andscene/contracts/routes/speech'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { setTimeout as delay } from 'node:timers/promises'
import { median, quantile } from 'simple-statistics'
import { naturalVoices, WITH_NATURAL_VOICES } from '../natural/natural-voices.ts'
import { report, reportTimes, timed } from '../report.ts'
import { openStand, type Stand } from '../stand.ts'

const VOICE = 'local:flite-slt'
const GREEDY_PREVIEWS = 100
const GREEDY_CHARACTERS = 4_500
/** Delay before a refused preview is requested again. */
const RETRY_MS = 1_000
const SHORT_CLIPS = 20
const WARM_UP = 5
const PAUSE_MS = 250
const MAX_SLOWDOWN = 3

/** Measures a short clip alone, and next to 100 long previews of another user, each retried until it succeeds. */
export async function speech(): Promise<void> {
  for (const threads of ['2', '1'])
    await nextToLongPreviews(`speech threads: ${threads}`, { SPEECH_THREADS: threads })
}

/** Measures the same with natural voices. */
export async function naturalSpeech(): Promise<void> {
  await nextToLongPreviews('natural voices', WITH_NATURAL_VOICES, {
    voiceOf: async (stand) => (await naturalVoices(stand)).find(({ locale }) => locale === 'en-US')!.voiceId,
    limitP95: MAX_SLOWDOWN,
  })
}

type Voice = { voiceOf?: (stand: Stand) => Promise<string>; limitP95?: number }

async function nextToLongPreviews(
  name: string,
  env: Record<string, string>,
  { voiceOf, limitP95 }: Voice = {},
): Promise<void> {
  await using stand = await openStand({ LIMIT_AUDIO_HOURS: '1000', LIMIT_SIGN_UPS: '1000', ...env })
  const voiceId = (await voiceOf?.(stand)) ?? VOICE
  const previewAs = (token: string) => {
    const api = new PlatformClient(stand.origin, token)
    return async (text: string, signal?: AbortSignal) =>
      (await api.call(previewVoice, { body: { voiceId, text } }, { signal })).arrayBuffer()
  }
  const listen = previewAs(stand.person.token)
  let spoken = 0
  const measure = async (clips: number) => {
    const times: number[] = []
    for (let n = 0; n < clips; n += 1) {
      times.push(await timed(() => listen(`Take number ${(spoken += 1)}, and action, please.`)))
      await delay(PAUSE_MS)
    }
    return times
  }
  await measure(WARM_UP)
  const alone = await measure(SHORT_CLIPS)

  const leave = new AbortController()
  const greedy = previewAs((await createAccount(stand.origin)).token)
  const counts = { made: 0, refused: 0 }
  const persist = async (text: string) => {
    for (;;) {
      const result = await greedy(text, leave.signal).catch(() => 'refused')
      if (leave.signal.aborted) return
      if (result !== 'refused') return void (counts.made += 1)
      counts.refused += 1
      await delay(RETRY_MS)
    }
  }
  const crowd = Promise.all(Array.from({ length: GREEDY_PREVIEWS }, (_, n) => persist(longText(n))))
  await delay(3_000)
  const beside = await measure(SHORT_CLIPS).finally(() => leave.abort())
  await crowd

  process.stdout.write(`${name}: meanwhile ${counts.made} long previews made, ${counts.refused} refusals\n`)
  reportTimes(`${name}: short clip alone`, alone)
  reportTimes(`${name}: short clip next to ${GREEDY_PREVIEWS} long previews`, beside)
  report(`${name}: p50, times its time alone`, median(beside) / median(alone), '×', {
    limit: MAX_SLOWDOWN,
  })
  const p95 = quantile(beside, 0.95) / quantile(alone, 0.95)
  report(`${name}: p95, times its time alone`, p95, '×', { limit: limitP95 })
}

function longText(n: number): string {
  const sentence = `In scene ${n} the keeper climbs the stairs, lights the lamp, and looks out at the sea. `
  return sentence.repeat(Math.floor(GREEDY_CHARACTERS / sentence.length))
}

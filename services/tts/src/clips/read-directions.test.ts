import type { SourceLine } from '@andscene/contracts/internal'
import type { Casting } from '@andscene/contracts/script'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { hashedSpeech, speechOf } from '@andscene/screenplay/line-speech'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TARGET_LUFS } from '../speech/audio/finish.ts'
import { truePeak } from '../speech/audio/limiter.ts'
import { integratedLoudness } from '../speech/audio/loudness.ts'
import { toDecibels, type Sound } from '../speech/audio/sound.ts'
import { LocalProvider } from '../speech/local/local-provider.ts'
import { SpeechError, type Clip, type SpeechProvider } from '../speech/provider.ts'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'
import { decoded, rms } from '../testing/sounds.ts'
import { createNarrated } from '../worker/speak-with-narrator.ts'
import { readWordTimes } from './clip-objects.ts'
import { textHash } from './clip-path.ts'

const TEXT = 'We never wanted this. (turning to the window) Everybody always asked us about it.'
const READ = ['We never wanted this.', 'turning to the window', 'Everybody always asked us about it.']
const line = (id: string, text: string, more: Partial<SourceLine> = {}): SourceLine => ({
  _id: id,
  type: 'Dialogue',
  text,
  character: 'ANNA',
  ...more,
})
const WOMAN = 'local:flite-slt'
const MAN = 'local:flite-rms'
const CASTING: Casting = {
  characterAssignments: { ANNA: WOMAN, BEN: 'local:flite-awb' },
  narrationVoiceId: MAN,
}
const on = apiHarness()

const script = (
  casting: Casting = CASTING,
  { castingVersion = 1, lines = [line('one', TEXT)] }: Partial<FakeScript> = {},
): FakeScript => ({ ownerId: 'owner', casting, castingVersion, lines })
const rows = async () => await on.harness.index.ofScript('s1')
async function planned() {
  await on.harness.plan('s1')
  await on.planned()
  await expect.poll(() => on.jobs('active', 'waiting', 'prioritized', 'delayed')).toBe(0)
  return rows()
}

/** The voices of this machine; counts the texts that they speak. */
async function started({ espeak = false, other }: { espeak?: boolean; other?: SpeechProvider } = {}) {
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const provider = new LocalProvider(threads, { espeak })
  const asked: string[] = []
  const counted: SpeechProvider = Object.assign(Object.create(provider) as SpeechProvider, {
    synthesise: (request: Parameters<SpeechProvider['synthesise']>[0]) => {
      asked.push(`${request.voiceId} ${request.text}`)
      return provider.synthesise(request)
    },
    voices: () => provider.voices(),
    close: async () => {},
  })
  const providers = [counted, ...(other ? [other] : [])]
  const api = await on.harness.api(providers)
  await on.harness.worker(providers)
  const generate = async (readsDirections: boolean | undefined, who?: string, voiceId = WOMAN) => {
    const response = await api.inject({
      method: 'POST',
      url: '/api/voices/generate',
      payload: { voiceId, scriptId: 's1', lineId: 'one', text: TEXT, readsDirections },
      headers: on.harness.person(who),
    })
    const { statusCode, rawPayload: mp3, headers } = response
    const path = headers[CLIP_HEADERS.path] as string
    return { statusCode, path, mp3, isStored: headers[CLIP_HEADERS.fromCache] === 'true' }
  }
  const status = async () => {
    const url = '/api/scripts/s1/narration'
    return (await api.inject({ url, headers: on.harness.person() })).json<{ data: object }>().data
  }
  const clear = async () => {
    const url = '/api/caching/clear-line-cache'
    const payload = { scriptId: 's1', lineId: 'one' }
    return (await api.inject({ method: 'POST', url, payload, headers: on.harness.person() })).json<object>()
  }
  /** Who was asked to read the direction. Clips in both ways may be planned when one is requested. */
  const narrators = () => asked.filter((said) => said.endsWith(READ[1]!))
  return { asked, narrators, generate, status, clear }
}

const joined = async (clips: readonly Clip[]) => clips[0]!

/** The stretches between pauses of at least 0.25 s. */
function stretches({ samples, sampleRate }: Sound): Sound[] {
  const window = Math.round(sampleRate * 0.01)
  const isLoud = Array.from(
    { length: Math.floor(samples.length / window) },
    (_, n) => rms(samples.subarray(n * window, (n + 1) * window)) > 0.004,
  )
  const found: Sound[] = []
  for (let n = isLoud.indexOf(true); n >= 0 && n < isLoud.length;) {
    let end = n
    for (let next = n; next >= 0 && next - end < 25; next = isLoud.indexOf(true, end + 1)) end = next
    found.push({ samples: samples.subarray(n * window, (end + 1) * window), sampleRate })
    n = isLoud.indexOf(true, end + 1)
  }
  return found
}

/** The median fundamental frequency in Hz of frames that repeat themselves, by autocorrelation. */
function pitch({ samples, sampleRate }: Sound): number {
  const length = Math.round(sampleRate * 0.04)
  const found: number[] = []
  for (let at = 0; at + 2 * length < samples.length; at += length) {
    const energy = rms(samples.subarray(at, at + length)) ** 2 * length
    if (energy < 0.05) continue
    let best = { lag: 0, value: 0 }
    for (let lag = Math.round(sampleRate / 300); lag < sampleRate / 65; lag += 1) {
      let value = 0
      for (let n = at; n < at + length; n += 1) value += samples[n]! * samples[n + lag]!
      if (value > best.value) best = { lag, value }
    }
    if (best.value > energy * 0.6) found.push(sampleRate / best.lag)
  }
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? 0
}

describe('product §3: a direction inside a speech', () => {
  test('is read by the narrator between the parts of the speech, each as loud as usual', async () => {
    on.script('s1', script())
    const { narrators, generate } = await started()
    const { path, mp3 } = await generate(true)
    expect(narrators()).toEqual([`${MAN} ${READ[1]}`])
    const sound = await decoded(mp3)
    const parts = stretches(sound)
    expect(parts).toHaveLength(3)
    const [first, second, third] = parts.map(pitch)
    expect(second).toBeLessThan(130)
    expect(first).toBeGreaterThan(second! * 1.3)
    expect(third).toBeGreaterThan(second! * 1.3)
    for (const part of parts) expect(Math.abs(integratedLoudness(part) - TARGET_LUFS)).toBeLessThan(1.5)
    expect(integratedLoudness(sound)).toBeCloseTo(TARGET_LUFS, 0)
    expect(toDecibels(truePeak(sound))).toBeLessThan(-1)
    const row = await on.harness.index.find(path)
    const seconds = sound.samples.length / sound.sampleRate
    expect(seconds).toBeCloseTo(row!.durationMs / 1_000, 2)
    expect(seconds).toBeGreaterThan(3)
    expect(seconds).toBeLessThan(8)
    // As the scripts service looks for it.
    const speech = speechOf(line('one', TEXT), { casting: CASTING, readsDirections: true })!
    expect(row).toMatchObject({ voiceId: WOMAN, textHash: textHash(hashedSpeech(speech)) })
  })

  test('is a pause for a listener who does not hear parentheticals, and for older pages', async () => {
    on.script('s1', script())
    const { generate } = await started()
    const clip = await generate(false)
    expect((await generate(undefined)).path).toBe(clip.path)
    expect((await generate(true)).path).not.toBe(clip.path)
    const parts = stretches(await decoded(clip.mp3))
    expect(parts).toHaveLength(2)
    for (const part of parts) expect(pitch(part)).toBeGreaterThan(140)
  })

  test('is a pause without a narrator, and if the voice of the narrator was removed', async () => {
    const { narrationVoiceId: _removed, ...casting } = CASTING
    on.script('s1', script(casting))
    const { asked, generate } = await started()
    const { path } = await generate(true)
    on.script('s1', script({ ...casting, narrationVoiceId: 'local:gone' }, { castingVersion: 2 }))
    expect((await generate(true)).path).toBe(path)
    expect(asked).toEqual([`${WOMAN} ${READ[0]}`, `${WOMAN} ${READ[2]}`])
    expect(await planned()).toHaveLength(1)
  })

  test('is heard by every listener of the script', async () => {
    on.script('s1', script())
    on.harness.scripts.share('s1', 'lena', 'listener')
    const { narrators, generate } = await started()
    const clips = [await generate(true, 'lena'), await generate(false, 'lena')]
    expect(clips.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(narrators()).toEqual([`${MAN} ${READ[1]}`])
    expect((await generate(true, 'eve')).statusCode).toBe(404)
  })

  test('is planned in both ways; a new narrator has it made again in one', async () => {
    on.script('s1', script(CASTING, { lines: [line('two', 'Come in.'), line('one', TEXT)] }))
    const { narrators, generate, status } = await started()
    expect(await planned()).toHaveLength(3)
    expect(narrators()).toEqual([`${MAN} ${READ[1]}`])
    expect([(await generate(true)).isStored, (await generate(false)).isStored]).toEqual([true, true])
    expect(await status()).toMatchObject({ total: 2, ready: 2, waiting: 0, failed: 0 })
    const other = { ...CASTING, narrationVoiceId: 'local:flite-awb' }
    const lines = [line('two', 'Come in.'), line('one', TEXT)]
    on.script('s1', script(other, { castingVersion: 2, lines }))
    expect(await planned()).toHaveLength(4)
    expect(narrators().slice(1)).toEqual([`local:flite-awb ${READ[1]}`])
    expect((await generate(true)).isStored).toBe(true)
  })

  test('is cleared in both ways with its line', async () => {
    on.script('s1', script())
    const { clear } = await started()
    expect(await planned()).toHaveLength(2)
    expect(await clear()).toMatchObject({ filesDeleted: 2 })
    expect(await rows()).toEqual([])
  })

  test('is read between parts of several voices together', async () => {
    on.script(
      's1',
      script(CASTING, { lines: [line('one', TEXT, { character: 'BOTH', together: ['ANNA', 'BEN'] })] }),
    )
    const { asked, generate } = await started()
    const { mp3 } = await generate(true)
    expect(new Set(asked)).toEqual(
      new Set([
        `${WOMAN} ${READ[0]}`,
        `local:flite-awb ${READ[0]}`,
        `${MAN} ${READ[1]}`,
        `${WOMAN} ${READ[2]}`,
        `local:flite-awb ${READ[2]}`,
      ]),
    )
    const sound = await decoded(mp3)
    expect(integratedLoudness(sound)).toBeCloseTo(TARGET_LUFS, 0)
  })

  test('has pauses of a delivery only at the ends of the line, and is not whispered', async () => {
    const delivery = { name: 'quiet', pauseBeforeMs: 800, pauseAfterMs: 600 } as const
    on.script('s1', script(CASTING, { lines: [line('one', TEXT, { delivery })] }))
    const { generate } = await started()
    const sound = await decoded((await generate(true)).mp3)
    const { samples, sampleRate } = sound
    expect(rms(samples.subarray(0, 0.75 * sampleRate))).toBeLessThan(0.002)
    expect(rms(samples.subarray(samples.length - 0.55 * sampleRate))).toBeLessThan(0.002)
    const parts = stretches(sound)
    expect(parts).toHaveLength(3)
    const [first, second, third] = parts.map(integratedLoudness)
    expect(second).toBeCloseTo(TARGET_LUFS, -0.5)
    for (const quiet of [first, third]) expect(second! - quiet!).toBeGreaterThan(3)
  })

  test('has the times of all its words, in the text of the whole speech', async () => {
    const robots = {
      characterAssignments: { ANNA: 'local:espeak-en-us-m3' },
      narrationVoiceId: 'local:espeak-en-us-f2',
    }
    on.script('s1', script(robots))
    const { generate } = await started({ espeak: true })
    const { path, statusCode } = await generate(true, 'owner', 'local:espeak-en-us-m3')
    expect(statusCode).toBe(200)
    const { text, words } = (await readWordTimes(on.harness.objects, path))!
    const said = words.map(({ at, length }) => text.slice(at, at + length))
    expect(said).toEqual(READ.join(' ').split(' '))
    const starts = words.map(({ startMs }) => startMs)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    const row = await on.harness.index.find(path)
    expect(words.at(-1)!.endMs).toBeLessThanOrEqual(row!.durationMs)
    // The pause between the voices.
    expect(starts[4]! - words[3]!.endMs).toBeGreaterThan(250)
  })
})

describe('product §3: while the voice of the narrator is not available', () => {
  test('the parts of the speech are not spoken twice', async () => {
    const spoken: string[] = []
    const speak = async ({ voiceId, text }: { voiceId: string; text: string }) => {
      spoken.push(`${voiceId} ${text}`)
      if (spoken.length === 2) throw new SpeechError('throttled', 'Too many requests.', { retryAfterMs: 1 })
      return { mp3: new Uint8Array(1), durationMs: 1 }
    }
    const narrated = createNarrated({
      speaker: { speak },
      providers: { join: joined },
    } as unknown as Parameters<typeof createNarrated>[0])
    const byNarrator = { voiceId: 'two', at: [[4, 4] as [number, number]] }
    const request = { voiceId: 'one', text: 'Go. beat. Now.', byNarrator } as Parameters<typeof narrated>[0]
    await expect(narrated(request)).rejects.toThrow('Too many requests.')
    await narrated(request)
    expect(spoken).toEqual(['one Go.', 'two beat', 'two beat', 'one Now.'])
  })

  test('a request with directions is refused, one with pauses is not', async () => {
    const other = new ScriptedProvider('other')
    other.state = { later: 'The natural voices are still loading.', isLoading: true }
    const { generate } = await started({ other })
    on.script('s1', script({ ...CASTING, narrationVoiceId: 'other:two' }))
    const clips = [await generate(true), await generate(false)]
    expect(clips.map(({ statusCode }) => statusCode)).toEqual([503, 200])
  })
})

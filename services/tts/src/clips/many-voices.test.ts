import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { SourceLine } from '@andscene/contracts/internal'
import type { Casting } from '@andscene/contracts/script'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TARGET_LUFS } from '../speech/audio/finish.ts'
import { truePeak } from '../speech/audio/limiter.ts'
import { integratedLoudness } from '../speech/audio/loudness.ts'
import { toDecibels } from '../speech/audio/sound.ts'
import { LocalProvider } from '../speech/local/local-provider.ts'
import { SpeechError, type SpeechProvider } from '../speech/provider.ts'
import { SpeechThreads } from '../speech/threads/speech-threads.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'
import { decoded, rms } from '../testing/sounds.ts'

const TEXT = 'We never wanted any of this to happen.'
const speech = (character: string, text: string, more: Partial<SourceLine> = {}): SourceLine => ({
  _id: character.replaceAll(' ', '-'),
  type: 'Dialogue',
  text,
  character,
  ...more,
})
const LINES: SourceLine[] = [
  speech('ANNA', 'Who is there?'),
  speech('BEN', 'Only the sea.'),
  speech('ANNA AND BEN', TEXT, { together: ['ANNA', 'BEN'] }),
]
const VOICES = { ANNA: 'local:flite-slt', BEN: 'local:flite-rms' }
const on = apiHarness()

const script = (
  cast: Casting['characterAssignments'],
  { castingVersion = 1, lines = LINES.slice(2) }: Partial<FakeScript> = {},
): FakeScript => ({
  ownerId: 'owner',
  casting: { characterAssignments: cast },
  castingVersion,
  lines,
})
const rows = async () => await on.harness.index.ofScript('s1')
const idle = () => expect.poll(() => on.jobs('active', 'waiting', 'prioritized', 'delayed')).toBe(0)
async function planned() {
  await on.harness.plan('s1')
  await on.planned()
  await idle()
  return rows()
}

/** The voices of this machine; counts the texts that they speak. */
function localVoices() {
  const threads = new SpeechThreads({ threads: 1 })
  onTestFinished(() => threads.close())
  const provider = new LocalProvider(threads, { espeak: false })
  const asked: string[] = []
  const counted: SpeechProvider = Object.assign(Object.create(provider) as SpeechProvider, {
    synthesise: (request: Parameters<SpeechProvider['synthesise']>[0]) => {
      asked.push(`${request.voiceId} ${request.text}`)
      return provider.synthesise(request)
    },
    voices: () => provider.voices(),
    close: async () => {},
  })
  return { provider: counted, asked }
}

async function started() {
  const local = localVoices()
  const api = await on.harness.api([local.provider])
  await on.harness.worker([local.provider])
  const generate = async (voiceId: string) => {
    const response = await api.inject({
      method: 'POST',
      url: '/api/voices/generate',
      payload: { voiceId, scriptId: 's1', lineId: 'ANNA-AND-BEN', text: TEXT },
      headers: on.harness.person(),
    })
    return { path: response.headers[CLIP_HEADERS.path] as string, response, mp3: response.rawPayload }
  }
  /** The texts of the line of several characters. */
  const ofLine = () => local.asked.filter((said) => said.endsWith(TEXT))
  return { ...local, generate, ofLine }
}

describe('product §5: a line of several characters', () => {
  test('is one clip of their voices, as loud as others, neither silent nor clipped', async () => {
    on.script('s1', script(VOICES))
    const { generate, ofLine } = await started()
    const { path, mp3 } = await generate('local:flite-slt')
    expect(ofLine().toSorted()).toEqual([`local:flite-rms ${TEXT}`, `local:flite-slt ${TEXT}`])
    expect(path).toMatch(/^scripts\/s1\/local=3aflite-slt\//)
    const sound = await decoded(mp3)
    expect(integratedLoudness(sound)).toBeGreaterThan(TARGET_LUFS - 1)
    expect(integratedLoudness(sound)).toBeLessThan(TARGET_LUFS + 1)
    expect(toDecibels(truePeak(sound))).toBeLessThan(-1)
    const row = await on.harness.index.find(path)
    const seconds = sound.samples.length / sound.sampleRate
    expect(seconds).toBeCloseTo(row!.durationMs / 1_000, 2)
    expect(seconds).toBeGreaterThan(1.5)
    expect(seconds).toBeLessThan(4)
    expect(row).toMatchObject({ path, voiceId: 'local:flite-slt' })
    const half = sound.samples.length >> 1
    for (const part of [sound.samples.subarray(0, half), sound.samples.subarray(half)])
      expect(toDecibels(rms(part))).toBeGreaterThan(-40)
    // Counted once, by its own duration.
    expect(await on.harness.index.usage({ ownerId: 'owner', day: on.harness.today })).toBeCloseTo(
      row!.durationMs,
      0,
    )
  })

  test('is planned as the clip that a listener requests, and again only if one of its voices changes', async () => {
    on.script('s1', script(VOICES, { lines: LINES }))
    const { generate, asked } = await started()
    expect(await planned()).toHaveLength(3)
    expect(asked).toHaveLength(4)
    const first = await generate('local:flite-slt')
    expect(first.response.headers[CLIP_HEADERS.fromCache]).toBe('true')
    on.script('s1', script({ ...VOICES, BEN: 'local:flite-awb' }, { castingVersion: 2, lines: LINES }))
    expect(await planned()).toHaveLength(5)
    expect(asked.slice(4).toSorted()).toEqual([
      'local:flite-awb Only the sea.',
      `local:flite-awb ${TEXT}`,
      `local:flite-slt ${TEXT}`,
    ])
    const second = await generate('local:flite-slt')
    expect(second.response.headers[CLIP_HEADERS.fromCache]).toBe('true')
    expect(second.path).not.toBe(first.path)
  })

  test('is spoken by its own voice if only one of them has a voice, and alone in a voice that is tried', async () => {
    on.script('s1', script({ ANNA: 'local:flite-slt', 'ANNA AND BEN': 'local:flite-awb' }))
    const { generate, ofLine } = await started()
    const own = await generate('local:flite-awb')
    expect(own.path).toMatch(/local=3aflite-awb/)
    expect(ofLine()).toEqual([`local:flite-awb ${TEXT}`])
    on.script('s1', script(VOICES, { castingVersion: 2 }))
    expect((await generate('local:flite-awb')).path).toBe(own.path)
    expect(ofLine()).toHaveLength(1)
    await generate('local:flite-rms')
    expect((await rows()).filter(({ voiceId }) => voiceId === 'local:flite-rms')).toHaveLength(1)
  })

  test('is spoken by a voice that a user has assigned to the cue itself', async () => {
    on.script('s1', script({ ...VOICES, 'ANNA AND BEN': 'local:flite-awb' }))
    const { ofLine } = await started()
    expect(await planned()).toMatchObject([{ voiceId: 'local:flite-awb' }])
    expect(ofLine()).toEqual([`local:flite-awb ${TEXT}`])
  })

  test('of one voice for all is a plain clip of that voice', async () => {
    on.script('s1', script({ ANNA: 'local:flite-slt', BEN: 'local:flite-slt' }))
    const { generate, ofLine } = await started()
    await generate('local:flite-slt')
    expect(ofLine()).toEqual([`local:flite-slt ${TEXT}`])
  })
})

describe('product §5: while a voice of several is not available', () => {
  const cast = { ANNA: 'test:one', BEN: 'other:two' }

  test('the others are not spoken twice', async () => {
    const other = new ScriptedProvider('other')
    other.speak = async (_request, call) => {
      if (call === 1) throw new SpeechError('throttled', 'Too many requests.', { retryAfterMs: 1 })
      throw new SpeechError('bad-input', 'This voice cannot speak this text.')
    }
    on.script('s1', script(cast))
    await on.harness.worker([on.provider, other])
    await on.harness.plan('s1')
    await on.planned()
    await expect.poll(() => on.jobs('failed')).toBe(1)
    expect([on.provider.asked, other.asked]).toEqual([[TEXT], [TEXT, TEXT]])
    expect(await rows()).toEqual([])
  })

  test('a request is refused, whichever voice is not ready', async () => {
    const other = new ScriptedProvider('other')
    other.state = { later: 'The natural voices are still loading.', isLoading: true }
    const api = await on.harness.api([on.provider, other])
    on.script('s1', script(cast))
    const { statusCode } = await api.inject({
      method: 'POST',
      url: '/api/voices/generate',
      payload: { voiceId: 'test:one', scriptId: 's1', lineId: 'ANNA-AND-BEN', text: TEXT },
      headers: on.harness.person(),
    })
    expect(statusCode).toBe(503)
  })
})

import { spokenText } from '@andscene/screenplay/spoken-text'
import { createProviders } from '@andscene/tts/speech/create-providers'
import autocannon from 'autocannon'
import { median, percentile, report } from '../report.ts'
import { castingOf, openStand } from './stand.ts'

const COLD_CLIPS = 60
const RATE = 50
const SECONDS = 10

/** A clip that is not there yet, and one that is, asked for through the gateway. */
export async function requests(file: string): Promise<void> {
  const providers = createProviders({ SPEECH_THREADS: '1' })
  const stand = await openStand()
  try {
    // Not cast, so that nothing is made but what is asked for.
    const script = await stand.upload(file)
    const voiceId = castingOf(script, await stand.voices()).narrationVoiceId
    const lines = distinctLines(script.content.lines).slice(0, COLD_CLIPS + 10)
    const generate = (line: { _id: string; text: string }) => ({
      voiceId,
      scriptId: script._id,
      lineId: line._id,
      text: line.text,
    })

    const overEngine: number[] = []
    for (const [n, line] of lines.entries()) {
      const whole = await milliseconds(async () => {
        const answer = await stand.call('POST', '/api/voices/generate', generate(line))
        if (answer.headers.get('x-from-cache') !== 'false') throw new Error('the clip was there already')
        await answer.arrayBuffer()
      })
      const engine = await milliseconds(() => providers.synthesise({ voiceId, text: spokenText(line) }))
      // The first ones load engines on both sides.
      if (n >= 10) overEngine.push(whole - engine)
    }
    report('cold clip beyond the engine, p50', median(overEngine), 'ms', { limit: 30 })
    report('cold clip beyond the engine, p95', percentile(overEngine, 0.95), 'ms')

    const [line] = lines
    const clip = await stand.call('POST', '/api/voices/generate', generate(line!))
    await clip.arrayBuffer()
    await load('stored clip, POST /api/voices/generate', {
      url: `${stand.gateway}/api/voices/generate`,
      method: 'POST',
      headers: { authorization: stand.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(generate(line!)),
    })
    await load('stored clip, GET /api/audio', {
      url: `${stand.gateway}/api/audio/${clip.headers.get('x-audio-path')}`,
      headers: { authorization: stand.authorization },
    })
  } finally {
    await stand.close()
    await providers.close()
  }
}

async function load(name: string, options: autocannon.Options): Promise<void> {
  // Once to warm up.
  await autocannon({ ...options, connections: 5, overallRate: RATE, duration: 2 })
  const { latency, non2xx, errors } = await autocannon({
    ...options,
    connections: 5,
    overallRate: RATE,
    duration: SECONDS,
  })
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`)
  report(`${name}, p50 at ${RATE}/s`, latency.p50, 'ms', { limit: 10 })
  report(`${name}, p97.5 at ${RATE}/s (p95 is at most that)`, latency.p97_5, 'ms', { limit: 25 })
}

function distinctLines<T extends { text: string; type: string }>(lines: readonly T[]): T[] {
  const known = new Set<string>()
  return lines.filter((line) => {
    const text = spokenText(line)
    if (text === '' || line.type !== 'Action' || known.has(text)) return false
    known.add(text)
    return true
  })
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

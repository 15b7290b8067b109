import { requestOf, type CallRequest } from '@andscene/contracts/call'
import { generateClip, readClip } from '@andscene/contracts/routes/speech'
import { saidLine } from '@andscene/screenplay/said/said-line'
import { createProviders } from '@andscene/tts/speech/create-providers'
import { reportTimes, timed } from '../report.ts'
import { load } from '../load.ts'
import { openStand, type Stand } from '../stand.ts'

const COLD_CLIPS = 60
const RATE = 50
const SECONDS = 10

/** Measures the latency of a new clip and of a stored one, through the gateway. */
export async function requests(file: string): Promise<void> {
  const providers = createProviders({ SPEECH_THREADS: 1 })
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => providers.close())
  await using stand = await openStand()
  // The script is not cast, so that only requested clips are made.
  const script = await stand.api.uploadFile(file)
  const voiceId = (await stand.api.fliteCasting(script)).narrationVoiceId
  const lines = distinctLines(script.content.lines).slice(0, COLD_CLIPS + 10)
  const bodyOf = ({ _id: lineId, text }: { _id: string; text: string }) => ({
    voiceId,
    scriptId: script._id,
    lineId,
    text,
  })
  const generate = (line: (typeof lines)[number]) => stand.api.call(generateClip, { body: bodyOf(line) })

  const overEngine: number[] = []
  for (const [n, line] of lines.entries()) {
    const whole = await timed(async () => {
      const clip = await generate(line)
      if (clip.headers.get('x-from-cache') !== 'false') throw new Error('the clip was already stored')
      await clip.arrayBuffer()
    })
    const engine = await timed(() =>
      providers.providerOf(voiceId).synthesise({ voiceId, text: saidLine(line).text }),
    )
    // The first requests load the engines on both sides: they are not measured.
    if (n >= 10) overEngine.push(whole - engine)
  }
  reportTimes('cold clip beyond the engine', overEngine, { p50: 30 })

  const [line] = lines
  const clip = await generate(line!)
  await clip.arrayBuffer()
  const params = { '*': clip.headers.get('x-audio-path') ?? '' }
  await latencies(
    'stored clip, POST /api/voices/generate',
    stand,
    requestOf(generateClip, { body: bodyOf(line!) }),
  )
  await latencies('stored clip, GET /api/audio', stand, requestOf(readClip, { params }))
}

/** Latencies of a request sent 50 times a second, even while earlier ones are pending. */
async function latencies(name: string, stand: Stand, request: CallRequest): Promise<void> {
  const { method, path, headers, body } = request
  const asked = {
    url: stand.gateway + path,
    method: method as 'GET',
    headers: { ...headers, authorization: `Bearer ${stand.person.token}` },
    ...(typeof body === 'string' && { body }),
    rate: RATE,
  }
  await load({ ...asked, seconds: 2 })
  const { times } = await load({ ...asked, seconds: SECONDS })
  reportTimes(`${name} at ${RATE}/s`, times, { p50: 10, p95: 25 })
}

function distinctLines<T extends { text: string; type: string }>(lines: readonly T[]): T[] {
  const known = new Set<string>()
  return lines.filter((line) => {
    const text = saidLine(line).text
    if (text === '' || line.type !== 'Action' || known.has(text)) return false
    known.add(text)
    return true
  })
}

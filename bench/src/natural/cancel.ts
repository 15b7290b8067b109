import { readConfig } from '@andscene/service-kit/config'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { meetingPlace } from '@andscene/kokoro/engine/meeting-place'
import { NaturalEngine } from '@andscene/kokoro/engine/client/natural-engine'
import { VoiceFilesConfig, voiceFilesSettings } from '@andscene/kokoro/model/config'
import { voiceFolders } from '@andscene/kokoro/model/folders'
import { KOKORO } from '@andscene/kokoro/model/spec'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { median, report } from '../report.ts'
import { lineOfSevenSeconds, shortLine } from './lines.ts'

const STRETCH = lineOfSevenSeconds(1)
const TIMES = 20
/** The engine is cancelled at other steps each time, all over the first parts of what a stretch takes. */
const MOMENTS = 10
const PARTS = 14
const LOOK_MS = 5
const FREE_MS = 300

/** From cancelling a stretch that is being made to the first step of another text, with the engine's process as the platform has it. */
export async function cancel(): Promise<void> {
  const { dir } = voiceFilesSettings(readConfig(VoiceFilesConfig, process.env))
  const { voices: modelFolder } = voiceFolders(dir, KOKORO)
  const temporary = await temporaryFolder('andscene-cancel')
  const settings = { voicesDir: dir, modelFolder, temporary: temporary.path }
  const { log } = meetingPlace(settings)
  const engine = new NaturalEngine({
    ...settings,
    entry: new URL('telling-engine.ts', import.meta.url),
    lingerMs: 100,
  })
  const speak = (text: string, more?: { signal: AbortSignal }) =>
    engine.speak(
      { text, language: 'en-US', styles: [{ name: 'af_heart', share: 1 }], pitch: 1, speed: 1 },
      more,
    )
  try {
    await speak(STRETCH)
    const warm = performance.now()
    await speak(STRETCH)
    const laterMs = (performance.now() - warm) / PARTS
    const free: number[] = []
    for (let n = 0; n < TIMES; n += 1) {
      const abort = new AbortController()
      const before = (await beginnings(log)).length
      const left = speak(STRETCH, { signal: abort.signal }).catch(() => 'left' as const)
      while ((await beginnings(log)).length === before) await delay(LOOK_MS)
      await delay(((n % MOMENTS) + 1) * laterMs)
      const begin = performance.timeOrigin + performance.now()
      abort.abort(new Error('somebody jumped away'))
      await speak(shortLine(n))
      if ((await left) !== 'left') throw new Error('It was through before it was cancelled.')
      free.push((await beginnings(log)).at(-1)! - begin)
    }
    report('cancelled in the middle: the next text begins, p50', median(free), 'ms')
    report(`cancelled in the middle: the next text begins, longest of ${TIMES}`, Math.max(...free), 'ms', {
      limit: FREE_MS,
    })
  } finally {
    await engine.close()
    await temporary.remove()
  }
}

/** Of all stretches, in ms since 1970. */
async function beginnings(log: string): Promise<number[]> {
  return [...(await readFile(log, 'utf8')).matchAll(/^begins ([\d.]+)$/gm)].map(([, time]) => Number(time))
}

import { fdxFile } from '@andscene/testing/fdx-file'
import { setTimeout as delay } from 'node:timers/promises'
import { openStand } from '../narration/stand.ts'
import { median, report } from '../report.ts'
import { hear } from './first-sound.ts'
import { shortLine } from './lines.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './stand.ts'

const LINES = 2_765
const TIMES = 25
/** As the player asks: the line that is due, and those behind it. */
const ASKED_AT_ONCE = 5
/** As long as somebody looks at a page before they press play. */
const PAUSE_MS = 3_000
const LONGEST_MS = 3_000

/** A long script that was just uploaded is cast and played at the same moment, again and again: the first sound of its first line. */
export async function atOnce(): Promise<void> {
  const stand = await openStand(WITH_NATURAL_VOICES)
  const first: number[] = []
  try {
    for (let n = -1; n < TIMES; n += 1) {
      const texts = Array.from({ length: LINES }, (_, line) => shortLine(n * LINES + line + LINES))
      const lines = texts.map((text) => ({ type: 'Action', text }))
      const script = await stand.api.upload('long.fdx', fdxFile(lines))
      const casting = await naturalCast(stand, script)
      const voiceId = casting.narrationVoiceId!
      const ask = (line: number) =>
        hear(stand, {
          voiceId,
          text: texts[line]!,
          scriptId: script._id,
          lineId: script.content.lines[line]!._id,
        })
      const begin = performance.now()
      await stand.api.cast(script, casting)
      const cast = performance.now() - begin
      const [due] = await Promise.all(Array.from({ length: ASKED_AT_ONCE }, (_, line) => ask(line)))
      // The first is for a cold engine.
      if (n >= 0) first.push(cast + due!.first)
      await stand.api.remove(script._id)
      await delay(PAUSE_MS)
    }
    report(`a script of ${LINES} lines, cast and played at once: first sound, p50`, median(first), 'ms')
    report('the longest of all', Math.max(...first), 'ms', { limit: LONGEST_MS, runs: first })
  } finally {
    await stand.close()
  }
}

import type { ClipRow } from '@andscene/contracts/internal'
import type { Line } from '@andscene/contracts/script'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { openHarness } from '@andscene/scripts/testing/harness'
import { createHash } from 'node:crypto'
import { median, percentile, report } from '../report.ts'
import { fileOf, LONG_SCRIPT, timed } from './sizes.ts'

const RUNS = 3
const READS = 60
const VOICE = 'local:one'

/** The same open when every line of the script has a stored clip, of which tts tells and which are matched to the lines. */
export async function openWithClips(): Promise<void> {
  const harness = await openHarness()
  const person = harness.as('ada')
  try {
    const { script } = (await person.upload(fileOf(LONG_SCRIPT))).body.data
    await person.post(`/api/scripts/${script._id}/assign-voices`, {
      narrationVoiceId: VOICE,
      characterAssignments: Object.fromEntries(
        script.content.characters.map(({ character }: { character: string }) => [character, VOICE]),
      ),
    })
    harness.clips.set(script._id, clipsOf(script.content.lines as Line[]))
    const clips = harness.clips.get(script._id)!.length
    await reads(`open of ${LONG_SCRIPT} lines with ${clips} clips`, 100, async () => {
      const { body } = await person.get(`/api/scripts/${script._id}`)
      if (!body.data.script.content.lines.at(-1).audioCache) throw new Error('no cache state')
    })
    await reads('check-cache of 10 lines', undefined, async () => {
      await person.post(`/api/scripts/${script._id}/check-cache`, { startLineIndex: 100 })
    })
  } finally {
    await harness.close()
  }
}

async function reads(name: string, limit: number | undefined, read: () => Promise<void>): Promise<void> {
  const first = await timed(read)
  const high: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const taken: number[] = []
    for (let n = 0; n < READS; n += 1) taken.push(await timed(read))
    high.push(percentile(taken, 0.95))
  }
  report(`${name}, first`, first, 'ms')
  report(`${name}, p95`, median(high), 'ms', { limit, runs: high })
}

function clipsOf(lines: readonly Line[]): ClipRow[] {
  const texts = new Set(lines.map(spokenText))
  return [...texts].map((text, n) => ({
    path: `scripts/x/${VOICE}/${n}.mp3`,
    contentType: 'audio/mpeg',
    voiceId: VOICE,
    textHash: createHash('sha256').update(text).digest('hex'),
    durationMs: 2_000,
    bytes: 16_000,
    lastUpdated: '2026-01-01T00:00:00.000Z',
  }))
}

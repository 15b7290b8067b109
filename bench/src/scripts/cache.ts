import type { ClipRow } from '@andscene/contracts/internal'
import { checkCache } from '@andscene/contracts/routes/scripts'
import type { Line } from '@andscene/contracts/script'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { openHarness } from '@andscene/scripts/testing/harness'
import { createHash } from 'node:crypto'
import { report, timed } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import { usualLines, LONG_SCRIPT } from '../generated-scripts.ts'

const RUNS = 3
const READS = 60
const VOICE = 'local:one'

/** Opening a script when every line has a stored clip. */
export async function openWithClips(): Promise<void> {
  const harness = await openHarness()
  const api = new PlatformClient(harness.url, harness.as('ada').token)
  try {
    const script = await api.upload('long.fdx', new Uint8Array(usualLines(LONG_SCRIPT)))
    const { _id: id, content } = script
    await api.cast(script, {
      narrationVoiceId: VOICE,
      characterAssignments: Object.fromEntries(content.characters.map(({ character }) => [character, VOICE])),
    })
    harness.clips.set(id, clipsOf(content.lines))
    const clips = harness.clips.get(id)!.length
    await reads(`open of ${LONG_SCRIPT} lines with ${clips} clips`, 100, async () => {
      const { lines } = (await api.script(id)).content
      if (!lines.at(-1)!.audioCache) throw new Error('no cache state')
    })
    await reads('check-cache of 10 lines', undefined, async () => {
      await api.call(checkCache, { params: { id }, body: { startLineIndex: 100, linesToCheck: 10 } })
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
    high.push(quantile(taken, 0.95))
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

import type { ClipRow } from '@andscene/contracts/internal'
import { checkCache } from '@andscene/contracts/routes/scripts'
import type { Line } from '@andscene/contracts/script'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { openHarness } from '@andscene/scripts/testing/harness'
import { createHash } from 'node:crypto'
import { usualLines, LONG_SCRIPT } from '../generated-scripts.ts'
import { reads } from './library.ts'

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

import { SAMPLE } from '@andscene/platform-client/platform-client'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { spokenText } from '@andscene/screenplay/spoken-text'
import type { FakeScript } from '@andscene/tts/testing/scripts-stub'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Counts of the sample for narration, and its distinct spoken texts. */
export async function readSample() {
  const { pages, lines } = parseFdx(await readFile(SAMPLE), path.basename(SAMPLE))
  const spoken = lines.map((line) => spokenText(line)).filter((text) => text !== '')
  return { pages, lines: lines.length, spoken: spoken.length, texts: [...new Set(spoken)] }
}

/** A script of so many distinct lines, each as long as one of `texts`. */
export function scriptLike(texts: readonly string[], lines: number, ownerId: string): FakeScript {
  return {
    ownerId,
    lines: Array.from({ length: lines }, (_, n) => ({
      _id: `line-${n}`,
      type: 'Action',
      text: `${n}: ${texts[n % texts.length]!}`,
    })),
    casting: { characterAssignments: {}, narrationVoiceId: 'test:one' },
    castingVersion: 1,
  }
}

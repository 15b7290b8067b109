import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { spokenText } from '@andscene/screenplay/spoken-text'
import type { FakeScript } from '@andscene/tts/testing/scripts-stub'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

export const SAMPLE = path.resolve(
  import.meta.dirname,
  '../../../packages/screenplay/samples/the-lighthouse-keeper.fdx',
)

export type Script = {
  pages: number
  lines: number
  /** Lines that are heard. */
  spoken: number
  /** Each text that is spoken, once. */
  texts: string[]
}

/** A screenplay by what a narration has to do with it. */
export async function readScript(file: string): Promise<Script> {
  const { pages, lines } = parseFdx(await readFile(file), path.basename(file))
  const spoken = lines.map((line) => spokenText(line)).filter((text) => text !== '')
  return { pages, lines: lines.length, spoken: spoken.length, texts: [...new Set(spoken)] }
}

/** A script of so many lines as long as those of `texts`, each of another text. */
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

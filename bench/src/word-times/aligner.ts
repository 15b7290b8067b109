import type { Sound } from '@andscene/tts/speech/audio/sound'
import { resample } from '@andscene/audio-format/sound/resample'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pythonWith } from '../python.ts'

/** Needs none of its dependencies: it listens to files. */
const PACKAGES = ['--no-deps', '--only-binary', ':all:', 'pocketsphinx==5.1.1']
const ENVIRONMENT = 'pocketsphinx-5.1.1'
const SCRIPT = path.join(import.meta.dirname, 'align.py')
const RATE = 16_000

export type AlignedWord = readonly [startMs: number, endMs: number]

/** Opens pocketsphinx, which finds known words in a recording independently of the engine that spoke it. */
export async function openAligner() {
  const child = spawn(await pythonWith(ENVIRONMENT, PACKAGES), [SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const folder = await temporaryFolder('andscene-bench')
  const file = path.join(folder.path, 'sound.raw')
  return {
    /** Returns the times of each word; undefined if they are not found in the sound. */
    async align(
      { samples, sampleRate }: Sound,
      words: readonly string[],
    ): Promise<AlignedWord[] | undefined> {
      const sound = Int16Array.from(resample(samples, sampleRate / RATE), (sample) =>
        Math.round(Math.max(-1, Math.min(1, sample)) * 32_767),
      )
      await writeFile(file, new Uint8Array(sound.buffer))
      child.stdin.write(`${JSON.stringify({ path: file, words })}\n`)
      const answer = await answers.next()
      if (answer.done) throw new Error('The aligner exited')
      return (JSON.parse(answer.value) as AlignedWord[] | null) ?? undefined
    },
    async close(): Promise<void> {
      await folder.remove()
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

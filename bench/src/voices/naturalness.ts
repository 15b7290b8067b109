import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pythonWith } from '../python.ts'

/** The predictor and its dependencies. When this list changes, rename the environment. */
const PACKAGES = [
  'speechmos==0.0.1.1',
  'librosa==0.11.0',
  'onnxruntime==1.32.0',
  'numpy==2.4.6',
  'requests==2.34.2',
]
const ENVIRONMENT = 'speechmos-0.0.1.1'
const SCRIPT = path.join(import.meta.dirname, 'naturalness.py')

/** Mean opinion scores from 1 to 5: DNSMOS P.808, and DNSMOS overall (with noise). */
export type Naturalness = { p808: number; ovrl: number }
export type NaturalnessScorer = Awaited<ReturnType<typeof openScorer>>

/**
 * Installs the predictor in the user's cache folder on first use. Throws without python3, or without a network on first
 * use.
 */
export async function openScorer() {
  const child = spawn(await pythonWith(ENVIRONMENT, PACKAGES), [SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** Scores audio files as one recording. Processes one request at a time. */
    async score(files: readonly string[]): Promise<Naturalness> {
      child.stdin.write(`${JSON.stringify(files)}\n`)
      const answer = await answers.next()
      if (answer.done) throw new Error('The predictor of naturalness exited')
      return JSON.parse(answer.value) as Naturalness
    },
    async close(): Promise<void> {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

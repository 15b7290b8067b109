import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The predictor and its dependencies. A changed list creates a new environment. */
const PACKAGES = [
  'speechmos==0.0.1.1',
  'librosa==0.11.0',
  'onnxruntime==1.32.0',
  'numpy==2.4.6',
  'requests==2.34.2',
]
const ENVIRONMENT = 'speechmos-0.0.1.1'
/** A second predictor, only with PyTorch installed, which takes gigabytes. */
const DISTILLED = 'distillmos==0.9.1'
const SCRIPT = path.join(import.meta.dirname, 'naturalness.py')

/** Mean opinion scores from 1 to 5: DNSMOS P.808, DNSMOS overall (with noise), and DistillMOS where it is installed. */
export type Naturalness = { p808: number; ovrl: number; distilled?: number }

export class NaturalnessScorer {
  readonly #child: ReturnType<typeof spawnScorer>
  readonly #answers: AsyncIterator<string>

  private constructor(child: ReturnType<typeof spawnScorer>) {
    this.#child = child
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  /** Installs the predictor in the user's cache folder on first use. Throws without python3, or without a network then. */
  static async open(): Promise<NaturalnessScorer> {
    return new NaturalnessScorer(spawnScorer(await installed()))
  }

  /** Scores sound files as one sound. One request at a time. */
  async score(files: readonly string[]): Promise<Naturalness> {
    this.#child.stdin.write(`${JSON.stringify(files)}\n`)
    const answer = await this.#answers.next()
    if (answer.done) throw new Error('The predictor of naturalness exited')
    return JSON.parse(answer.value) as Naturalness
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.stdin.end()
    await ended
  }
}

const spawnScorer = (python: string) => spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })

function cacheFolder(): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches', 'and-scene')
  return path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'and-scene')
}

/** Path of the Python with the predictors installed. */
async function installed(): Promise<string> {
  const hasTorch = await run('python3', ['-c', 'import torch, torchaudio']).then(
    () => true,
    () => false,
  )
  const packages = hasTorch ? [...PACKAGES, DISTILLED] : PACKAGES
  const folder = path.join(cacheFolder(), hasTorch ? `${ENVIRONMENT}-torch` : ENVIRONMENT)
  const python = path.join(folder, 'bin', 'python')
  const mark = path.join(folder, 'complete')
  const isThere = await access(mark).then(
    () => true,
    () => false,
  )
  if (isThere) return python
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.dirname(folder), { recursive: true })
  await run('python3', ['-m', 'venv', ...(hasTorch ? ['--system-site-packages'] : []), folder])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  await writeFile(mark, packages.join('\n'))
  return python
}

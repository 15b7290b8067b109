import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { fileLock } from '@andscene/service-kit/process/file-lock'
import { CACHE, ROOT } from './paths.ts'

const INPUTS = [
  'shells/**/*',
  'remotes/**/*',
  'packages/{audio-format,contracts,federation,melody,screenplay,web-kit}/**/*',
  'package-lock.json',
  'tsconfig.base.json',
]
const STAMP = path.join(CACHE, 'web-build')

/** Starts Nx only if sources have changed since the last build. Concurrent builds wait for each other. */
export async function ensureWebBuilt(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  if (isBuilt()) return
  mkdirSync(CACHE, { recursive: true })
  const lock = await fileLock(
    path.join(CACHE, 'web-build.lock'),
    () => log('Waiting for another build of the web part.'),
    signal,
  )
  try {
    if (isBuilt()) return
    log('Building the web part.')
    const before = fingerprint()
    rmSync(STAMP, { force: true })
    await runNx(log, signal)
    writeFileSync(STAMP, before)
  } finally {
    lock.release()
  }
}

function isBuilt(): boolean {
  const outputs = globSync('{shells,remotes}/*/package.json', { cwd: ROOT }).map((file) =>
    path.join(path.dirname(file), file.startsWith('shells') ? 'dist/index.html' : 'dist/mf-manifest.json'),
  )
  if (!existsSync(STAMP) || !outputs.every((file) => existsSync(path.join(ROOT, file)))) return false
  return readFileSync(STAMP, 'utf8') === fingerprint()
}

/** Names, sizes and times of all sources: fast, and a false positive only costs one Nx run. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(INPUTS, {
    cwd: ROOT,
    exclude: (name) => ['node_modules', 'dist', '.nx', '.cache'].includes(path.basename(name)),
  })
  for (const file of files.sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    const stat = statSync(path.join(ROOT, file), { throwIfNoEntry: false })
    if (stat?.isFile()) hash.update(`${file} ${stat.size} ${stat.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function runNx(log: (line: string) => void, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const nx = spawn(
      path.join(ROOT, 'node_modules/.bin/nx'),
      ['run-many', '-t', 'build', '--output-style=static'],
      {
        cwd: ROOT,
        env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NODE_ENV: 'production' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    )
    let said = ''
    for (const stream of [nx.stdout, nx.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    const end = () => nx.pid !== undefined && process.kill(-nx.pid, 'SIGKILL')
    signal?.addEventListener('abort', end, { once: true })
    nx.once('error', reject)
    nx.once('close', (code) => {
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason as Error)
      else if (code === 0) resolve()
      else {
        for (const line of said.split('\n')) if (line.trim()) log(line)
        reject(new OperatorError('The web part could not be built: see above what the build says.'))
      }
    })
  })
}

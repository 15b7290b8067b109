import { spawn } from 'node:child_process'
import path from 'node:path'
import { MODULES, ROOT, Sentence, isExecutable } from './machine.mjs'
import { onNpmExit } from './watch-npm.mjs'

const OWN_NODE = 24
const EXIT_WITH_NPM = new URL('exit-with-npm.mjs', import.meta.url).href

/** Runs a program on Node 24: the launcher replaces this process if Node supports it (22.15), others run as a child. */
export function runProgram({ program, isLauncher, args: rest, programs }) {
  const bin = path.join(MODULES, '.bin')
  const brought = path.join(bin, 'node')
  const node = isExecutable(brought) ? brought : process.execPath
  if (node === process.execPath && Number.parseInt(process.versions.node, 10) < OWN_NODE)
    throw new Sentence(
      `npm has no Node ${OWN_NODE} for ${process.platform} ${process.arch}: install Node ${OWN_NODE} or later and start again.`,
    )
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    EXIT_WITH_NPM,
    path.join(ROOT, program),
    ...rest,
  ]
  const env = environmentFor(bin, programs)
  if (isLauncher) {
    Object.assign(env, forLong(process.env))
    // Waiting for the launcher would use 15 MB while the platform runs (decision 0054).
    if (process.execve) return process.execve(node, [node, ...args], env)
  }
  const child = spawn(node, args, {
    // The IPC channel notifies the program when this process exits.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onNpmExit(() => process.exit(1))
  child.on('error', (error) => {
    process.stderr.write(`Node ${OWN_NODE} could not be started (${error.code}).\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function environmentFor(bin, { 'redis-server': redis, chromium }) {
  const folders = [bin, ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean)]
  if (redis && !folders.includes(path.dirname(redis))) folders.push(path.dirname(redis))
  return { ...process.env, PATH: folders.join(path.delimiter), ...(chromium && { CHROMIUM: chromium }) }
}

/** Reduces the launcher's memory (decision 0054); parts.ts has the same settings for the parts. */
const forLong = ({
  NODE_COMPILE_CACHE = path.join(MODULES, '.cache/and-scene/compiled'),
  MALLOC_ARENA_MAX = '1',
  MALLOC_MMAP_THRESHOLD_ = '16384',
  MALLOC_TRIM_THRESHOLD_ = '131072',
}) => ({ NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ })

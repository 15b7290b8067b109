import { spawn } from 'node:child_process'
import path from 'node:path'
import { MODULES, ROOT, Sentence, isExecutable, readText } from './machine.mjs'

const OWN_NODE = 24
/** How soon the death of npm is noticed. */
const WATCH_MS = 250

/**
 * Runs the command on Node 24; signals go through, its exit code becomes ours. `programs` maps what the command needs to
 * its file: the queue's server is found by PATH, the browser by CHROMIUM.
 */
export function handOver(command, rest, programs) {
  const bin = path.join(MODULES, '.bin')
  const brought = path.join(bin, 'node')
  const node = isExecutable(brought) ? brought : process.execPath
  if (node === process.execPath && Number.parseInt(process.versions.node, 10) < OWN_NODE)
    throw new Sentence(
      `npm brings no Node ${OWN_NODE} for ${process.platform} ${process.arch}: install Node ${OWN_NODE} or later and start again.`,
    )
  const child = spawn(node, [path.join(ROOT, 'infra/local/src/commands', `${command}.ts`), ...rest], {
    // With an IPC channel the command notices when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environmentFor(bin, programs), ...(command === 'start' && forLong(process.env)) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm()
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

/**
 * What the launcher, which stays for as long as the platform runs, is told so that it takes little memory: to keep its
 * compiled code, without types, and one pool of memory for all threads (decision 0054; parts.ts tells the parts more).
 */
const forLong = ({ NODE_COMPILE_CACHE, MALLOC_ARENA_MAX }) => ({
  NODE_COMPILE_CACHE: NODE_COMPILE_CACHE ?? path.join(MODULES, '.cache/and-scene/compiled'),
  MALLOC_ARENA_MAX: MALLOC_ARENA_MAX ?? '1',
})

/**
 * npm passes signals on, but not its own sudden death (kill -9): then this ends as if it had been told. npm runs scripts
 * through a shell, so that npm is this process's parent or the parent of that.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOf(shell)
  setInterval(() => {
    if (process.ppid !== shell || (isShell(shell) && parentOf(shell) !== npm)) process.exit(1)
  }, WATCH_MS).unref()
}

const procStat = (pid) => readText(`/proc/${pid}/stat`)
/** Undefined where the system has no /proc. */
const parentOf = (pid) => procStat(pid)?.split(') ').at(-1)?.split(' ')[1]
const isShell = (pid) => /^\d+ \((sh|dash|bash)\) /.test(procStat(pid) ?? '')

import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { toolEnvironment } from '../../model/tools.ts'
import { EngineFailure, isOutOfMemory } from './engine-failure.ts'
import { meetingPlace, type MeetingPlace } from '../meeting-place.ts'
import { FRAME, frameOf, FrameReader, Hello, jsonOf, PROTOCOL_VERSION, type Frame } from '../protocol.ts'
import { EXIT, type EngineSettings } from '../process/run-engine.ts'

export type LinkOptions = {
  settings: EngineSettings
  entry: URL
  wrapper?: readonly string[]
  startMs: number
}

/** `logFrom`: byte at which the log of this process starts. */
export type Link = { socket: Socket; pid: number; reader: FrameReader; early: Frame[]; logFrom: number }

/**
 * For the GNU C library: one pool for all threads, which keeps freed memory until the process exits. Large values come
 * and go hundreds of times in a line, and fresh pages would take longer than the work. Large pages are found faster.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '1',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 32),
}

const LOOK_AGAIN_MS = 25
const LONGEST_LOG = 1 << 16
const LONGEST_WORDS = 2_000

/** Connects to the engine of this place, or starts one. Rejects after `startMs`. */
export async function openLink(options: LinkOptions, signal: AbortSignal): Promise<Link> {
  const place = meetingPlace(options.settings)
  const logFrom = logLength(place)
  // Referenced in the loop: otherwise the timeout of a joined signal may be garbage-collected.
  const patience = AbortSignal.timeout(options.startMs)
  const late = AbortSignal.any([signal, patience])
  let child: ChildProcess | undefined
  while (true) {
    const link = await greet(place.socket, late)
    if (link) {
      if (child?.pid !== link.pid) child?.kill('SIGKILL')
      return { ...link, logFrom }
    }
    if (signal.aborted || patience.aborted) {
      child?.kill('SIGKILL')
      signal.throwIfAborted()
      endHolder(place)
      throw new EngineFailure('late')
    }
    // Another process was first and may be exiting, or exited before this busy machine connected.
    const again = child?.exitCode === EXIT.anotherRuns || child?.exitCode === EXIT.ended
    if (child && !again && (child.exitCode !== null || child.signalCode !== null))
      throw lastWords(place, logFrom)
    if (!child || again) child = start(options, place)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

async function greet(address: string, signal: AbortSignal): Promise<Omit<Link, 'logFrom'> | undefined> {
  const socket = connect(address)
  const reader = new FrameReader()
  const { promise, resolve } = Promise.withResolvers<Frame[]>()
  const gone = () => resolve([])
  const hear = (chunk: Buffer) => {
    try {
      const frames = reader.push(chunk)
      if (frames.length > 0) resolve(frames)
    } catch {
      gone()
    }
  }
  socket.on('data', hear).on('close', gone).on('error', gone)
  signal.addEventListener('abort', gone, { once: true })
  if (signal.aborted) gone()
  try {
    const [hello, ...early] = await promise
    if (hello?.kind !== FRAME.hello) throw new Error('no engine')
    const { version, pid } = jsonOf(Hello, hello)
    if (version !== PROTOCOL_VERSION) throw new Error('another version')
    return { socket: socket.pause(), pid, reader, early }
  } catch {
    socket.destroy()
    return undefined
  } finally {
    socket.off('data', hear).off('close', gone)
    signal.removeEventListener('abort', gone)
  }
}

/** The process is detached: workers come and go, the engine runs until the last one has disconnected. */
function start({ entry, settings, wrapper = [] }: LinkOptions, place: MeetingPlace): ChildProcess {
  const command = [...wrapper, process.execPath, entry.pathname, JSON.stringify(settings)]
  const log = openSync(place.log, 'a', 0o600)
  try {
    // A native library must not see the platform's secrets.
    const env = { ...toolEnvironment(), ...MEMORY }
    const child = spawn(command[0]!, command.slice(1), { detached: true, stdio: ['ignore', log, log], env })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

export function lastWords({ log }: MeetingPlace, from: number): EngineFailure {
  let said = ''
  try {
    said = readFileSync(log).subarray(from).toString().trim()
  } catch {
    // The log does not exist.
  }
  return new EngineFailure(isOutOfMemory(said) ? 'memory' : 'ended', said.slice(-LONGEST_WORDS) || undefined)
}

function logLength({ log }: MeetingPlace): number {
  try {
    const { size } = statSync(log)
    if (size <= LONGEST_LOG) return size
    truncateSync(log)
  } catch {
    // The log does not exist.
  }
  return 0
}

/** Kills the process that holds the socket's place and does not serve; its lock file has the pid. */
function endHolder({ lock, pid }: MeetingPlace): void {
  const free = tryFileLock(lock)
  if (free) return free.release()
  try {
    endProcess(Number(readFileSync(pid, 'utf8')) || Infinity)
  } catch {
    // It has just started: the next attempt finds it.
  }
}

/** Pings a process that has pending requests, and kills one that does not respond for `stallMs`. */
export class Heartbeat {
  readonly #stallMs: number
  #timer: NodeJS.Timeout | undefined
  #heard = 0
  /** Stopped by this worker. */
  hasKilled = false

  constructor(stallMs: number) {
    this.#stallMs = stallMs
  }

  heard(): void {
    this.#heard = performance.now()
  }

  watch(link: Link, isNeeded: () => boolean): void {
    if (this.#timer) return
    this.heard()
    this.hasKilled = false
    const look = () => {
      if (!isNeeded()) this.stop()
      else if (performance.now() - this.#heard <= this.#stallMs) link.socket.write(frameOf(FRAME.ping, 0))
      else {
        this.hasKilled = true
        endProcess(link.pid)
        link.socket.destroy()
      }
    }
    this.#timer = setInterval(look, this.#stallMs / 4).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { meetingPlace, type MeetingPlace } from './meeting-place.ts'
import { FRAME, FrameReader, Hello, jsonOf, PROTOCOL_VERSION, type Frame } from './protocol.ts'
import { EXIT, type EngineSettings } from './run-engine.ts'

export type LinkOptions = {
  settings: EngineSettings
  /** The module that the process runs. */
  entry: URL
  /** What the command for it begins with, e.g. to limit its memory. */
  wrapper?: readonly string[]
  /** How long a process may take until it serves. */
  startMs: number
}

/** A connection to the engine's process, which has said hello; what it says in its log from now on begins at `logFrom`. */
export type Link = { socket: Socket; pid: number; reader: FrameReader; early: Frame[]; logFrom: number }

const LOOK_AGAIN_MS = 25
const LONGEST_LOG = 1 << 16

/** Connects to the engine of this place, and starts one where none is. Rejects when there is none after `startMs`. */
export async function openLink(options: LinkOptions, signal: AbortSignal): Promise<Link> {
  const place = meetingPlace(options.settings.voicesDir, options.settings.temporary)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(options.startMs)])
  const logFrom = logLength(place)
  let child: ChildProcess | undefined
  while (true) {
    if (limit.aborted) {
      child?.kill('SIGKILL')
      signal.throwIfAborted()
      throw new Error('The engine of the natural voices did not start in time.')
    }
    const link = await greet(place.socket, limit)
    if (link) return { ...link, logFrom }
    if (child && child.exitCode !== null && child.exitCode !== EXIT.anotherRuns)
      throw new Error(lastWords(place, logFrom))
    if (child && child.signalCode !== null) throw new Error(lastWords(place, logFrom))
    // One that found another running is replaced, in case that one was just about to leave.
    if (!child || child.exitCode === EXIT.anotherRuns) child = start(options, place)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** Undefined when nobody is there who says hello as an engine does. */
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

/** It is nobody's child: the workers come and go, the engine stays until the last has gone. */
function start({ entry, settings, wrapper = [] }: LinkOptions, place: MeetingPlace): ChildProcess {
  const command = [...wrapper, process.execPath, entry.pathname, JSON.stringify(settings)]
  const log = openSync(place.log, 'a', 0o600)
  try {
    const child = spawn(command[0]!, command.slice(1), { detached: true, stdio: ['ignore', log, log] })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** Why a process ended, as far as it said. */
export function lastWords({ log }: MeetingPlace, from: number): string {
  let text = ''
  try {
    text = readFileSync(log).subarray(from).toString()
  } catch {
    // It said nothing.
  }
  if (/out of memory|bad_alloc|cannot allocate|ENOMEM/i.test(text))
    return 'There is not enough memory for the natural voices.'
  const line = text.split('\n').findLast((each) => /error/i.test(each))
  return line
    ? `The engine of the natural voices ended: ${line.trim().slice(0, 300)}`
    : 'The engine of the natural voices ended unexpectedly.'
}

/** A log that has grown long begins anew. */
function logLength({ log }: MeetingPlace): number {
  try {
    const { size } = statSync(log)
    if (size <= LONGEST_LOG) return size
    truncateSync(log)
  } catch {
    // There is none yet.
  }
  return 0
}

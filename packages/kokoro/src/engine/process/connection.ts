import type { Socket } from 'node:net'
import { type Engine, type EngineHead, type SpokenPart, NothingToSay } from './engine.ts'
import {
  FRAME,
  type Done,
  frameOf,
  FrameReader,
  jsonFrame,
  jsonOf,
  type Part,
  PROTOCOL_VERSION,
  ProtocolError,
  Rank,
  SAMPLES_PER_FRAME,
  SpeakRequest,
  type Frame,
  type Failure,
} from '../protocol.ts'
import type { Task } from './scheduler.ts'
import { isOutOfMemory } from '../client/engine-failure.ts'
import { LanguageMissing } from '../../kokoro-voice.ts'

/** A worker has few more requests than processors; a client with more than this is not a worker. */
const MOST_REQUESTS = 1_024

/** The worker canceled the text. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Serves one worker. Invalid frames close its connection only; its texts are canceled when it disconnects. */
export function serve(socket: Socket, engine: Engine, onBroken: () => void): void {
  const reader = new FrameReader()
  const tasks = new Map<number, Task>()
  const send = (frame: Buffer) => {
    if (socket.writable) socket.write(frame)
  }
  const sendSamples = (request: number, samples: Float32Array) => {
    for (let at = 0; at < samples.length; at += SAMPLES_PER_FRAME) {
      const some = samples.subarray(at, at + SAMPLES_PER_FRAME)
      send(frameOf(FRAME.samples, request, new Uint8Array(some.buffer, some.byteOffset, some.byteLength)))
    }
  }
  const sendPart = (request: number, { samples, phonemes, durations, words }: SpokenPart) => {
    sendSamples(request, samples)
    send(jsonFrame(FRAME.part, request, { phonemes, durations, words } satisfies Part))
  }
  const sendHead = (request: number, { samples, wholeMs }: EngineHead) => {
    sendSamples(request, samples)
    send(jsonFrame(FRAME.head, request, { wholeMs }))
  }
  const speak = async (frame: Frame) => {
    const { request } = frame
    if (tasks.has(request) || tasks.size >= MOST_REQUESTS) throw new ProtocolError('too many requests')
    const task = engine.speak(
      jsonOf(SpeakRequest, frame),
      (part) => sendPart(request, part),
      (head) => sendHead(request, head),
    )
    tasks.set(request, task)
    try {
      const tookMs = await task.ended
      send(jsonFrame(FRAME.done, request, { tookMs } satisfies Done))
    } catch (error) {
      if (error instanceof Cancelled) return
      const failure = failureOf(error)
      send(jsonFrame(FRAME.failed, request, failure))
      if (failure.kind !== 'text') onBroken()
    } finally {
      tasks.delete(request)
    }
  }
  const receive = (frame: Frame) => {
    if (frame.kind === FRAME.speak) speak(frame).catch(() => socket.destroy())
    else if (frame.kind === FRAME.cancel) tasks.get(frame.request)?.cancel(new Cancelled())
    else if (frame.kind === FRAME.rank) tasks.get(frame.request)?.rank(jsonOf(Rank, frame))
    else if (frame.kind === FRAME.ping) send(frameOf(FRAME.pong, frame.request))
    else throw new ProtocolError(`a frame of kind ${frame.kind}`)
  }

  socket.on('data', (chunk) => {
    try {
      for (const frame of reader.push(chunk)) receive(frame)
    } catch {
      socket.destroy()
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const task of tasks.values()) task.cancel(new Cancelled())
  })
  send(jsonFrame(FRAME.hello, 0, { version: PROTOCOL_VERSION, pid: process.pid }))
}

/** Converts an error to the message for the worker. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  // First: an array that cannot be allocated throws a RangeError, as a bad text may.
  if (isOutOfMemory(message)) return { kind: 'memory', message }
  const isOfText = error instanceof NothingToSay || error instanceof LanguageMissing
  return { kind: isOfText ? 'text' : 'engine', message }
}

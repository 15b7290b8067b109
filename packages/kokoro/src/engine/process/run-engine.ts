import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { serve } from './connection.ts'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { Engine } from './engine.ts'
import { Lane } from '../lanes/lane.ts'
import { meetingPlace } from '../meeting-place.ts'
import { Model } from '../inference/model.ts'
import type { PhonemeSource } from './phoneme-source.ts'
import { loadRuntime } from '../inference/crew.ts'
import { Styles } from '../inference/styles.ts'

export type EngineSettings = {
  voicesDir: string
  modelFolder: string
  /** Parent folder of the socket's; the system's temporary folder by default. */
  temporary?: string | undefined
  threads: number
  /** How long the process stays after its last worker disconnected. */
  lingerMs: number
  idleMs: number
  /** A step that takes longer hangs. */
  stepLimitMs: number
}

/** Texts spoken in parallel, each on its own thread. None with one thread. */
export const lanesOf = (threads: number) => (threads > 1 ? threads : 0)

/** Time for the reason to reach the workers. */
const SAY_WHY_MS = 100

/** Exit codes of the process. */
export const EXIT = { ended: 0, anotherRuns: 3, hung: 4, failed: 5 } as const

/** Serves all workers of a machine until none is left for `lingerMs` or nothing was requested for `idleMs`. */
export function runEngine(settings: EngineSettings, phonemes: () => Promise<PhonemeSource>): void {
  const place = meetingPlace(settings)
  const lock = tryFileLock(place.lock)
  if (!lock) process.exit(EXIT.anotherRuns)
  // Referenced until the exit: a lock that is garbage-collected is released.
  process.on('exit', () => lock.release())
  // Only the lock holder serves: a leftover socket belongs to a dead process.
  rmSync(place.socket, { force: true })
  writeFileSync(place.pid, String(process.pid), { mode: 0o600 })

  const { voicesDir, modelFolder, threads } = settings
  const source = phonemes()
  source.catch(() => {})
  const engine = new Engine({
    phonemes: () => source,
    styles: new Styles(modelFolder),
    load: async () => {
      const model = await Model.load(loadRuntime(voicesDir), modelFolder, { threads })
      process.stderr.write(`speaks in ${model.form} with ${threads} threads\n`)
      return model
    },
    lanes: { limit: lanesOf(threads), open: ({ form }) => Lane.open({ voicesDir, modelFolder, form }) },
    idleMs: settings.idleMs,
    // Only an exit returns its memory to the system.
    onIdle: () => process.exit(EXIT.ended),
    guard: async (step) => {
      const hanging = setTimeout(() => end(EXIT.hung), settings.stepLimitMs)
      try {
        return await step()
      } finally {
        clearTimeout(hanging)
      }
    },
  })

  // A thread in the model cannot be stopped: the process would abort, or wait for it.
  const end = (code: number) => (engine.isIdle ? process.exit(code) : process.kill(process.pid, 'SIGKILL'))

  const workers = new Set<Socket>()
  let leaving: NodeJS.Timeout | undefined
  const leaveSoon = () => {
    leaving = setTimeout(() => end(EXIT.ended), settings.lingerMs)
  }
  const server = createServer((socket) => {
    clearTimeout(leaving)
    workers.add(socket)
    socket.on('close', () => {
      workers.delete(socket)
      if (workers.size === 0) leaveSoon()
    })
    serve(socket, engine, () => {
      // The state is unknown after this: the next request starts a new process.
      server.close()
      setTimeout(() => end(EXIT.failed), SAY_WHY_MS)
    })
  })
  server.on('error', (error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })
  server.listen(place.socket)
  leaveSoon()
}

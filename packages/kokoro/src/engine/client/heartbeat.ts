import type { Link } from './engine-link.ts'
import { FRAME, frameOf } from '../protocol.ts'

/** Pings a process while something is expected of it, and kills one that is silent for `stallMs`. */
export class Heartbeat {
  readonly #stallMs: number
  #timer: NodeJS.Timeout | undefined
  #heard = 0
  /** It was ended from here. */
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

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

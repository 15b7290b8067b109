import { EventEmitter } from 'node:events'

export type Need = { priority: number; isAwaited: boolean }

/** How soon a text is needed. It may change while the text waits or is spoken, which emits `change`. */
export class Urgency extends EventEmitter<{ change: [] }> implements Need {
  #need: Need

  constructor(need: Need) {
    super()
    this.#need = need
  }

  get priority(): number {
    return this.#need.priority
  }

  get isAwaited(): boolean {
    return this.#need.isAwaited
  }

  set({ priority, isAwaited }: Need): void {
    if (priority === this.priority && isAwaited === this.isAwaited) return
    this.#need = { priority, isAwaited }
    this.emit('change')
  }
}

/** The default: the text is awaited and goes before all others. */
export const AT_ONCE: Need = { priority: 0, isAwaited: true }

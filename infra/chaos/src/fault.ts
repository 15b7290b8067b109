/** Requests of the load, by outcome. */
export type Requests = {
  made: number
  /** Neither served nor clearly refused, or served with a wrong response. */
  failed: number
  /** 503 with Retry-After: a dependency is unavailable. */
  refused: number
}

export type Clips = { expected: number; stored: number; missing: number; twice: number }

export type Result = {
  requests?: Requests
  clips?: Clips
  /** Further figures, in a few words. */
  said: string
  /** Problems; empty if the platform survived the fault. */
  bad: string[]
}

export type Row = Partial<Result> & { name: string; seconds: number; verdict: 'good' | 'BAD' | 'not tried' }

/** Thrown when this machine cannot cause the fault. The message says why; the run does not fail. */
export class NotTried extends Error {
  override readonly name = 'NotTried'
}

/** The context of a fault. Deferred clean-up always runs, whatever the result. */
export type Stage = {
  /** Aborted when the run is stopped. */
  signal: AbortSignal
  say(line: string): void
  /** Runs after the fault, in reverse order. */
  defer(clean: () => Promise<unknown> | void): void
  /** A temporary folder. */
  folder(name: string): Promise<string>
  /** Logs a line of a process. */
  log(line: string): void
  /** Polls until `isTrue`; rejects with `what` after `limitMs` (one minute by default) or when the run is stopped. */
  until(what: string, isTrue: () => boolean | Promise<boolean>, limitMs?: number): Promise<void>
}

export type Fault = { name: string; tries: string; run(stage: Stage): Promise<Result> }

/** Requests of the load. */
export type Requests = {
  made: number
  /** Neither served nor refused clearly, or served with a wrong response. */
  failed: number
  /** 503 with Retry-After: a dependency is unavailable. */
  refused: number
}

export type Clips = { expected: number; stored: number; missing: number; twice: number }

export type Result = {
  requests?: Requests
  clips?: Clips
  /** Other figures, in a few words. */
  said: string
  /** What is wrong; empty when the fault is survived. */
  bad: string[]
}

export type Row = Partial<Result> & { name: string; seconds: number; verdict: 'good' | 'BAD' | 'not tried' }

/** This machine cannot cause the fault. The message says why; the run does not fail. */
export class NotTried extends Error {
  override readonly name = 'NotTried'
}

/** What a fault gets to run with. Everything deferred is cleaned up after it, however it ends. */
export type Stage = {
  /** Aborted when the run is to end. */
  signal: AbortSignal
  say(line: string): void
  /** Runs after the fault, in reverse order. */
  defer(clean: () => Promise<unknown> | void): void
  /** A temporary folder. */
  folder(name: string): Promise<string>
  /** Logs a line of a process. */
  log(line: string): void
  /** Polls until `isTrue`; rejects with `what` after `limitMs` (one minute by default), or when the run ends. */
  until(what: string, isTrue: () => boolean | Promise<boolean>, limitMs?: number): Promise<void>
}

export type Fault = { name: string; tries: string; run(stage: Stage): Promise<Result> }

/** What the requests of a load came to. */
export type Requests = {
  made: number
  /** Neither served nor refused clearly, or served with something else than was asked for. */
  failed: number
  /** 503 with Retry-After: what the platform says while something that it needs is away. */
  refused: number
}

/** What became of the clips that were to be made. */
export type Clips = { expected: number; stored: number; missing: number; twice: number }

export type Result = {
  requests?: Requests
  clips?: Clips
  /** What else was seen, in a few words; figures among them. */
  said: string
  /** Why it is not good; empty when it is. */
  bad: string[]
}

export type Row = Partial<Result> & { name: string; seconds: number; verdict: 'good' | 'BAD' | 'not tried' }

/** This machine cannot show the fault. Its message says why, and makes no verdict bad. */
export class NotTried extends Error {
  override readonly name = 'NotTried'
}

/** What a fault is given: everything that it opens is closed when it is over, however it ends. */
export type Stage = {
  /** Says that the run is to end. */
  signal: AbortSignal
  say(line: string): void
  /** Done when the fault is over, the last first. */
  defer(clean: () => Promise<unknown> | void): void
  /** A folder of its own. */
  folder(name: string): Promise<string>
  /** A line of a process that it runs. */
  log(line: string): void
}

export type Fault = { name: string; tries: string; run(stage: Stage): Promise<Result> }

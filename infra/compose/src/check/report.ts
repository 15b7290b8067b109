export type Outcome = { name: string; passed: boolean; seconds: number; said: string }

/** Runs checks one after the other and records their results; a failure does not stop the next. */
export class Report {
  readonly outcomes: Outcome[] = []
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** Runs a check. What it returns is printed with its name; what it throws is its failure. */
  async check(name: string, work: () => Promise<string | void>): Promise<void> {
    const begun = performance.now()
    const record = (passed: boolean, said: string) => {
      const outcome = { name, passed, said, seconds: (performance.now() - begun) / 1_000 }
      this.outcomes.push(outcome)
      this.#say(line(outcome))
    }
    try {
      record(true, (await work()) ?? '')
    } catch (error) {
      record(false, error instanceof Error ? error.message : String(error))
    }
  }

  get failed(): number {
    return this.outcomes.filter(({ passed }) => !passed).length
  }

  /** The last lines of a run: failures by name, and the sum. */
  verdict(): string {
    const failures = this.outcomes.filter(({ passed }) => !passed).map(({ name }) => `failed: ${name}`)
    return [...failures, `${this.outcomes.length - this.failed} passed, ${this.failed} failed`].join('\n')
  }
}

const line = ({ name, passed, seconds, said }: Outcome): string =>
  `${passed ? 'ok  ' : 'FAIL'} ${`${seconds.toFixed(1)} s`.padStart(7)}  ${name}${said ? `: ${said}` : ''}`

/** Polls until it is true; throws `what` after `limitMs`. */
export async function until(what: string, limitMs: number, ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs
  for (;;) {
    if (await ask().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`${what}: not within ${limitMs / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

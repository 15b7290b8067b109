import type { Runtime } from '../inference/crew.ts'

type Session = Awaited<ReturnType<Runtime['InferenceSession']['create']>>
type Values = Awaited<ReturnType<Session['run']>>

export type Around = {
  /** Called before a session with this many threads is created; fails it by throwing. */
  create?(threads: number): void
  /** Runs a session with this many threads; `work` returns its values. */
  run(threads: number, work: () => Promise<Values>): Promise<Values>
}

/** The real runtime, for tests that measure it or change its results. */
export function runtimeAround(real: Runtime, { create, run }: Around): Runtime {
  const createSession = async (file: string, options: { intraOpNumThreads: number }) => {
    const { intraOpNumThreads: threads } = options
    create?.(threads)
    const session = await real.InferenceSession.create(file, options)
    return {
      inputNames: session.inputNames,
      outputNames: session.outputNames,
      release: () => session.release(),
      run: (feeds: Parameters<typeof session.run>[0]) => run(threads, () => session.run(feeds)),
    }
  }
  return {
    ...real,
    Tensor: real.Tensor,
    InferenceSession: { create: createSession },
  } as unknown as Runtime
}

import { OperatorError } from '@andscene/service-kit/operator-error'
import { localEngine } from './local/engine.ts'
import { outcome, run } from './run.ts'

export type Engine = {
  /** A command line compatible with Docker's. */
  program: string
  /** Environment of that program. */
  env: Record<string, string>
  /** Build arguments that select other base images. */
  bases: Record<string, string>
  /** Whether the engine runs health checks. Podman leaves them to systemd. */
  runsHealthChecks: boolean
  /** Serves Docker's API for Compose; resolves to its address, or undefined for the default of Docker's client. */
  serve(): Promise<{ host: string | undefined; close(): Promise<void> }>
}

/** `registry` pulls base images with Docker; `local` builds them with Podman, as root on Debian. */
export const BASES = ['registry', 'local'] as const
export type Base = (typeof BASES)[number]

export async function openEngine(base: string, say: (line: string) => void): Promise<Engine> {
  if (base === 'local') return localEngine(say)
  if (base !== 'registry')
    throw new OperatorError(`--base must be one of ${BASES.join(', ')}, not "${base}".`)
  const { code } = await outcome('docker', ['info'])
  if (code === 0)
    return {
      program: 'docker',
      env: {},
      bases: {},
      runsHealthChecks: true,
      serve: async () => ({ host: undefined, close: async () => {} }),
    }
  throw new OperatorError(
    'No Docker engine answers: start Docker; or, as root on Debian, build on a base made here: -- --base local.',
  )
}

/** Runs a command of the engine; returns its standard output. */
export const engine = (
  { program, env }: Engine,
  args: readonly string[],
  options: { input?: string; cwd?: string } = {},
): Promise<string> => run(program, args, { ...options, env })

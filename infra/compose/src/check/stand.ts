import { PlatformClient } from '@andscene/platform-client/platform-client'
import { engine, type Engine } from '@andscene/docker/engine'
import { ExpectedFailure, outcome, run } from '@andscene/docker/run'
import { freePort } from '@andscene/service-kit/free-port'
import { goTool } from '@andscene/testing/go-tool'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demoVariables, envFile, type ComposeVariables } from '../keys.ts'
import { runHealthChecks } from './health-checks.ts'

const FOLDER = path.resolve(import.meta.dirname, '../..')
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded'

export type Container = {
  id: string
  name: string
  service: string
  pid: number
  exitCode: number
  restarts: number
}

/** The whole of Compose as a project of its own, on a port of its own, with keys of its own. */
export type Stand = {
  project: string
  origin: string
  variables: ComposeVariables
  /** Runs `docker compose` with these arguments; returns its standard output. */
  compose(...args: string[]): Promise<string>
  /** What one of the engine's commands prints. */
  engine(...args: string[]): Promise<string>
  /** The containers of a service, or all, also those that have ended. */
  containers(service?: string): Promise<Container[]>
  /** Runs a program of ours inside a service's first container, by Node; returns what it printed. */
  node(container: string, program: string): Promise<string>
  /** Kills the process of a container as a crash would, so that its restart policy holds. */
  crash(container: Container): Promise<void>
  signIn(): Promise<PlatformClient>
  close(): Promise<void>
}

export async function openStand(
  on: Engine,
  stores: { files: string[]; variables: ComposeVariables },
): Promise<Stand> {
  const project = `andscene-check-${process.pid}`
  const port = await freePort()
  const variables = { ...demoVariables(port), ...stores.variables }
  const folder = await temporaryFolder('andscene-compose')
  const keys = path.join(folder.path, '.env')
  await writeFile(keys, envFile(variables), { mode: 0o600 })

  const { host, close: stopServing } = await on.serve()
  const env = { ...on.env, ...(host ? { DOCKER_HOST: host } : {}) }
  const [program, ...first] = await composeProgram()
  const files = ['compose.yaml', ...stores.files].flatMap((file) => ['-f', path.join(FOLDER, file)])
  const composeArguments = [...first, '--progress', 'quiet', '-p', project, '--env-file', keys, ...files]
  const compose = (...args: string[]) => run(program!, [...composeArguments, ...args], { env, cwd: FOLDER })
  const own = (...args: string[]) => engine(on, args)
  const endHealth = on.runsHealthChecks ? undefined : runHealthChecks(host!.replace('unix://', ''), project)

  const containers = async (service?: string): Promise<Container[]> => {
    const labels = [`com.docker.compose.project=${project}`]
    if (service) labels.push(`com.docker.compose.service=${service}`)
    const ids = (
      await own('ps', '-aq', '--no-trunc', ...labels.flatMap((label) => ['--filter', `label=${label}`]))
    )
      .split('\n')
      .filter(Boolean)
    if (ids.length === 0) return []
    const found = JSON.parse(await own('container', 'inspect', ...ids)) as Inspected[]
    return found.map(({ Id, Name, State, RestartCount, Config }) => ({
      id: Id,
      name: Name.replace(/^\//, ''),
      service: Config.Labels['com.docker.compose.service'] ?? '',
      pid: State.Pid,
      exitCode: State.ExitCode,
      restarts: RestartCount,
    }))
  }
  const origin = `http://localhost:${port}`
  return {
    project,
    origin,
    variables,
    compose,
    engine: own,
    containers,
    node: (container, source) =>
      engine(on, ['exec', '-i', container, 'node', '--input-type=module', '-'], { input: source }),
    crash: async ({ id, pid }) => {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Containers in a virtual machine, or of another user.
        await own('kill', id)
        await own('start', id)
      }
    },
    signIn: async () => {
      const { DEMO_EMAIL: email, DEMO_PASSWORD: password } = variables
      const response = await fetch(new URL(SIGN_IN, origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      })
      const { idToken } = (await response.json()) as { idToken?: string }
      if (!idToken) throw new Error(`the sign-in got ${response.status}`)
      return new PlatformClient(origin, idToken)
    },
    close: async () => {
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '10')
      await endHealth?.()
      await stopServing()
      await folder.remove()
    },
  }
}

type Inspected = {
  Id: string
  Name: string
  RestartCount: number
  State: { Pid: number; ExitCode: number }
  Config: { Labels: Record<string, string> }
}

/** Docker's own Compose, or the same built with Go. */
async function composeProgram(): Promise<string[]> {
  if ((await outcome('docker', ['compose', 'version'])).code === 0) return ['docker', 'compose']
  try {
    return [await goTool('compose')]
  } catch (error) {
    throw new ExpectedFailure(`Docker Compose is needed. ${(error as Error).message}`, { cause: error })
  }
}

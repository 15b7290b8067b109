import { OperatorError } from '@andscene/service-kit/operator-error'
import { signIn } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { engine, type Engine } from '@andscene/docker/engine'
import { outcome, run } from '@andscene/docker/run'
import { freePort } from '@andscene/service-kit/free-port'
import { goTool } from '@andscene/testing/go-tool'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demoVariables, envFile, type ComposeVariables } from '../keys.ts'
import { runHealthChecks } from './health-checks.ts'

const FOLDER = path.resolve(import.meta.dirname, '../..')

export type Container = {
  id: string
  name: string
  pid: number
  exitCode: number
}

export type Stand = Awaited<ReturnType<typeof openStand>>

/** Runs the whole Compose file as a separate project with its own port and keys. */
export async function openStand(on: Engine, stores: { files: string[]; variables: ComposeVariables }) {
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

  /** The containers of a service, or of all; includes exited ones. */
  const containers = async (service?: string): Promise<Container[]> => {
    const labels = [`com.docker.compose.project=${project}`]
    if (service) labels.push(`com.docker.compose.service=${service}`)
    const filters = labels.flatMap((label) => ['--filter', `label=${label}`])
    const ids = (await own('ps', '-aq', '--no-trunc', ...filters)).split('\n').filter(Boolean)
    if (ids.length === 0) return []
    const found = JSON.parse(await own('container', 'inspect', ...ids)) as Inspected[]
    return found.map(({ Id, Name, State }) => ({
      id: Id,
      name: Name.replace(/^\//, ''),
      pid: State.Pid,
      exitCode: State.ExitCode,
    }))
  }
  const origin = `http://localhost:${port}`
  return {
    project,
    /** Runs `docker compose` with these arguments; returns its standard output. */
    compose,
    /** Returns the standard output of a command of the container engine. */
    engine: own,
    containers,
    /** Runs a script of ours with Node inside a container; returns its standard output. */
    node: (container: string, source: string) =>
      engine(on, ['exec', '-i', container, 'node', '--input-type=module', '-'], { input: source }),
    /** Kills a container's process, as a crash would, so that the restart policy applies. */
    async crash({ id, pid }: Container): Promise<void> {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Containers in a virtual machine, or of another user.
        await own('kill', id)
        await own('start', id)
      }
    },
    async signIn() {
      const account = { email: variables['DEMO_EMAIL']!, password: variables['DEMO_PASSWORD']! }
      return new PlatformClient(origin, await signIn(origin, account))
    },
    async close(): Promise<void> {
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
  State: { Pid: number; ExitCode: number }
}

/** Docker's own Compose plugin, or the same version built with Go. */
async function composeProgram(): Promise<string[]> {
  if ((await outcome('docker', ['compose', 'version'])).code === 0) return ['docker', 'compose']
  try {
    return [await goTool('compose')]
  } catch (error) {
    throw new OperatorError(`Docker Compose is needed. ${(error as Error).message}`, { cause: error })
  }
}

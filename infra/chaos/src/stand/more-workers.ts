import type { PartsInput } from '@andscene/local/parts'
import { ownParts } from '@andscene/local/parts'
import type { Part } from '@andscene/local/supervisor/part'
import { freePort } from '@andscene/service-kit/free-port'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Stage } from '../fault.ts'

export type MoreWorkers = {
  /** For startPlatform: the product's parts; its worker is the model of the others. */
  parts(input: PartsInput): Part[]
  /** Starts more workers and waits until all are ready. */
  start(count: number): Promise<void>
  /** Stops these workers with SIGTERM: they finish or return their jobs. Returns a sentence for each that failed. */
  end(): Promise<string[]>
}

/** Starts and stops workers of a running platform, like an autoscaler. */
export function moreWorkers(stage: Stage): MoreWorkers {
  let model: Part | undefined
  const running = new Set<ChildProcess>()
  stage.defer(() => {
    for (const child of running) child.kill('SIGKILL')
  })
  const startOne = async () => {
    if (!model) throw new Error('the platform has no worker yet')
    const port = await freePort()
    const child = spawn(model.file, model.args, {
      env: { ...model.env, PORT: String(port) },
      // The channel ends them with this process.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    running.add(child)
    child.stdout!.setEncoding('utf8').on('data', (text: string) => stage.log(text.trimEnd()))
    await stage.until('a worker is ready', async () => {
      if (child.exitCode !== null)
        throw new Error(`a worker exited with ${child.exitCode} before it was ready`)
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      await response?.arrayBuffer()
      return response?.ok === true
    })
  }
  return {
    parts(input) {
      const parts = ownParts(input)
      model = parts.find(({ name }) => name === 'worker-1')
      return parts
    },
    start: async (count) => {
      await Promise.all(Array.from({ length: count }, startOne))
    },
    async end() {
      const ends = await Promise.all(
        [...running].map(async (child) => {
          const ended = once(child, 'exit') as Promise<[number | null, string | null]>
          child.kill('SIGTERM')
          const [code, by] = await ended
          running.delete(child)
          return code === 0 ? [] : [`a worker exited with ${by ?? code}`]
        }),
      )
      return ends.flat()
    },
  }
}

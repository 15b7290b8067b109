import { ownParts, type PartsInput } from '@andscene/local/parts'
import type { Part } from '@andscene/local/supervisor/part'
import { freePort } from '@andscene/service-kit/free-port'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Fault, Stage } from '../fault.ts'
import { faultsOf, startBacklog } from '../stand/backlog.ts'
import { startServers } from '../stand/servers.ts'
import { startOn } from '../stand/under-load.ts'

const LINES = 600
const MORE = 7
const WHOLE_MS = 7 * 60_000

/** An autoscaler adds seven workers in the middle of a backlog and stops them in the middle of their clips. */
export const workers: Fault = {
  name: 'workers',
  tries: 'workers 1 → 8 → 1 under a backlog',
  async run(stage) {
    const { environment, writes } = await startServers(stage)
    const more = moreWorkers(stage)
    // Workers share this machine.
    const env = { ...environment, SPEECH_THREADS: '1' }
    const platform = await startOn(stage, { workers: 1, env, parts: more.parts })
    const backlog = await startBacklog(stage, platform.origin, LINES)
    const at = [await backlog.underWay(50)]
    stage.say(`${at[0]} of ${LINES} clips by one worker`)
    await Promise.all(Array.from({ length: MORE }, more.start))
    at.push(await backlog.underWay(150))
    stage.say(`${at[1]} of ${LINES} clips, now by ${MORE + 1} workers`)
    const ends = await more.end()
    at.push(await backlog.underWay(20))
    stage.say(`${at[2]} of ${LINES} clips, by one worker again`)
    await backlog.whole(WHOLE_MS)
    const clips = await backlog.clips(writes)
    const bad = [...faultsOf(clips), ...ends]
    if (clips.twice > 0) bad.push(`${clips.twice} clips were written twice`)
    return { clips, said: `${at.join(', ')} ready with 1, ${MORE + 1}, 1 workers`, bad }
  },
}

/** Starts and stops workers of a running platform. */
function moreWorkers(stage: Stage) {
  let model: Part | undefined
  const running = new Set<ChildProcess>()
  stage.defer(() => {
    for (const child of running) child.kill('SIGKILL')
  })
  return {
    /** For startPlatform: the product's parts; its worker is the model of the others. */
    parts(input: PartsInput): Part[] {
      const parts = ownParts(input)
      model = parts.find(({ name }) => name === 'worker-1')
      return parts
    },
    /** Resolves when the new worker is ready. */
    async start(): Promise<void> {
      const { file, args, env } = model!
      const port = await freePort()
      const child = spawn(file, args, {
        env: { ...env, PORT: String(port) },
        // The channel ends them with this process.
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      running.add(child)
      child.stdout!.setEncoding('utf8').on('data', (text: string) => stage.log(text.trimEnd()))
      await stage.until('a worker is ready', async () => {
        if (child.exitCode !== null) throw new Error(`a worker exited with ${child.exitCode}`)
        const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
        await response?.arrayBuffer()
        return response?.ok === true
      })
    },
    /** Stops these workers with SIGTERM: they finish or return their jobs. Returns a sentence for each that failed. */
    async end(): Promise<string[]> {
      const ends = [...running].map(async (child) => {
        const ended = once(child, 'exit') as Promise<[number | null, string | null]>
        child.kill('SIGTERM')
        const [code, by] = await ended
        running.delete(child)
        return code === 0 ? [] : [`a worker exited with ${by ?? code}`]
      })
      return (await Promise.all(ends)).flat()
    },
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Runs `file` in its own process, so that its cost is not part of the measurement. */
export async function startChild<Ready, Answer>(file: string, input: unknown) {
  const child = fork(file)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${file} has exited`)))
  failed.catch(() => undefined)
  const message = async () => ((await Promise.race([once(child, 'message'), failed])) as [unknown])[0]
  child.send({ input })
  return {
    ready: (await message()) as Ready,
    async ask(): Promise<Answer> {
      child.send('ask')
      return (await message()) as Answer
    },
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * The child's side: calls `start` with the input, sends its result once, then responds to each request with `answer()`.
 */
export async function serveParent<Input>(
  start: (input: Input) => Promise<unknown>,
  answer: () => unknown,
): Promise<void> {
  process.on('disconnect', () => process.exit(0))
  const [{ input }] = (await once(process, 'message')) as [{ input: Input }]
  const ready = await start(input)
  process.on('message', () => process.send?.(answer()))
  process.send?.(ready ?? 'ready')
}

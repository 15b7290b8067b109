import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Runs `file` in a process of its own, so that its cost does not add to what is measured. */
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

/** The process's side: `start` gets the input; what it resolves to is sent once, and `answer` for each question. */
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

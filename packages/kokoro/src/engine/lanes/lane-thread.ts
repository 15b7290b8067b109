import { parentPort, workerData } from 'node:worker_threads'
import type { LaneAnswer, LaneOrder, LaneSettings } from './lane.ts'
import { Model, type Spoken } from '../inference/model.ts'
import { loadRuntime } from '../inference/crew.ts'
import { stepBack } from './step-back.ts'

// A lane's thread. It responds to each step that it receives, and reports once that it is ready.

stepBack()
const { voicesDir, modelFolder, form } = workerData as LaneSettings
const model = await Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form })
const works = new Map<number, AsyncGenerator<void, Spoken, void>>()

async function step({ work, input }: LaneOrder): Promise<LaneAnswer> {
  if (input) works.set(work, model.speak(input))
  try {
    const { done, value } = await works.get(work)!.next()
    if (!done) return {}
    works.delete(work)
    return { spoken: value }
  } catch (error) {
    works.delete(work)
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function say(answer: LaneAnswer | 'ready'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(answer)
}

parentPort!.on('message', async (order: LaneOrder) => {
  if (order.ends) works.delete(order.work)
  else say(await step(order))
})
say('ready')

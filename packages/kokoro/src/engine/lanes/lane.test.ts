import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Lane } from './lane.ts'
import { Model, type ModelInput, type Spoken } from '../inference/model.ts'
import { loadRuntime } from '../inference/crew.ts'
import { Styles } from '../inference/styles.ts'
import { tinyVoices } from '../testing/test-engine.ts'

async function world() {
  const { voicesDir, modelFolder } = await tinyVoices()
  const styles = new Styles(modelFolder)
  return {
    voicesDir,
    modelFolder,
    async lane(): Promise<Lane> {
      const lane = await Lane.open({ voicesDir, modelFolder, form: 'float32' })
      onTestFinished(() => lane.close())
      return lane
    },
    async input(token: number, length: number): Promise<ModelInput> {
      const tokens = [0, ...Array.from({ length }, () => token), 0]
      const style = await styles.blend([{ name: 'tiny_low', share: 1 }], tokens.length)
      return { tokens, style, pitch: 1.1, range: 1.5, speed: 1, stressed: [{ first: 3, end: 8 }] }
    },
  }
}

async function wholeOf(speaking: AsyncGenerator<void, Spoken, void>): Promise<Spoken> {
  let step = await speaking.next()
  while (!step.done) step = await speaking.next()
  return step.value
}

test('architecture §7: a lane speaks texts one after the other as the model does, also after an abandoned one', async () => {
  const { voicesDir, modelFolder, lane, input } = await world()
  const model = await Model.load(loadRuntime(voicesDir), modelFolder, { threads: 1, form: 'float32' })
  onTestFinished(() => model.release())
  const own = await lane()
  const left = own.speak(await input(70, 40))
  expect((await left.next()).done).toBe(false)
  const [first, second] = [own.speak(await input(50, 30)), own.speak(await input(70, 20))]
  await first.next()
  await left.return(undefined as never)
  expect(await wholeOf(second)).toEqual(await wholeOf(model.speak(await input(70, 20))))
  expect(await wholeOf(first)).toEqual(await wholeOf(model.speak(await input(50, 30))))
})

test('an error in a lane fails that text, and a lane whose model cannot be loaded does not open', async () => {
  const { voicesDir, modelFolder, lane, input } = await world()
  const own = await lane()
  const bad = { ...(await input(50, 30)), style: new Float32Array(3) }
  await expect(wholeOf(own.speak(bad))).rejects.toThrow(/dimension/i)
  expect((await wholeOf(own.speak(await input(50, 30)))).durations).toHaveLength(32)
  await rm(join(modelFolder, 'pieces.json'))
  await expect(Lane.open({ voicesDir, modelFolder, form: 'float32' })).rejects.toThrow(/ENOENT/)
})

test('when a thread exits its text and all later ones fail', async () => {
  const { lane, input } = await world()
  const own = await lane()
  const speaking = own.speak(await input(50, 30))
  await speaking.next()
  await own.close()
  await expect(speaking.next()).rejects.toThrow('has ended')
  await expect(wholeOf(own.speak(await input(50, 30)))).rejects.toThrow('has ended')
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordScene, type SceneLine } from './record-scene.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../../remotes/landing/src/hear-it')
const file = (name: string) => readFile(path.join(FOLDER, name))
const json = async (name: string) => JSON.parse(String(await file(name))) as unknown

test('product §1: the recording on the landing page matches the current voices', async () => {
  const recorded = await recordScene((await json('scene.json')) as SceneLine[])
  expect(await json('times.json')).toEqual(recorded.times)
  expect((await file('hear-it.mp3')).equals(recorded.mp3)).toBe(true)
})

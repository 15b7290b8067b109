import type { DataObject } from '@andscene/service-kit/data/data-part'
import { expect, test } from 'vitest'
import { embeddedStorage } from '../testing/embedded-storage.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { clipSink } from './clip-sink.ts'
import { objectsOf } from './objects-of.ts'

const on = embeddedStorage()
const path = `scripts/s1/v/${'a'.repeat(64)}.mp3`
const words = path.replace('.mp3', '.words')

test('decision 0053: copies a clip with its timing file, and restores both', async () => {
  await on.objects.write(path, Buffer.from('sound'))
  // As long as the clip, but not counted as one.
  await on.objects.write(words, Buffer.from('[1,2]'))
  await on.index.put(storedClip({ path, scriptId: 's1', bytes: 5 }))
  const copied: DataObject[] = []
  for await (const object of objectsOf(on.index, on.objects)) copied.push(object)
  expect(copied.map(({ name }) => name)).toEqual([path, words])

  await on.objects.removeFolder('scripts/')
  const sink = clipSink(on.objects, { isShared: true })
  await sink.begin('copy')
  for (const object of copied) await sink.write(object)
  const lost = `scripts/s1/v/${'b'.repeat(64)}.words`
  await on.objects.write(lost, Buffer.from('{}'))
  await sink.requireAll(on.index)
  expect(await on.objects.read(words)).toBeDefined()
  expect(await on.objects.read(lost)).toBeUndefined()
})

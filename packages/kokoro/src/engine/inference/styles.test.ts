import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/test-folder.ts'
import { Styles } from './styles.ts'

const [LOW, HIGH] = ['low', 'high'].map((name) => [{ name, share: 1 }])

async function styles(): Promise<Styles> {
  const folder = await testFolder()
  await mkdir(join(folder, 'styles'))
  for (const [name, value] of [
    ['low', 0],
    ['high', 1],
  ] as const)
    await writeFile(
      join(folder, 'styles', `${name}.bin`),
      new Uint8Array(new Float32Array(510 * 256).fill(value).buffer),
    )
  await writeFile(join(folder, 'styles', 'damaged.bin'), 'xyz')
  return new Styles(folder)
}

test('mixes another style into the timbre, the first 128 values, and the prosody, the others', async () => {
  const mixed = await (await styles()).blend(LOW!, 60, { name: 'high', timbre: 0.25, prosody: 0.75 })
  expect(new Set(mixed.slice(0, 128))).toEqual(new Set([0.25]))
  expect(new Set(mixed.slice(128))).toEqual(new Set([0.75]))
})

test.each(['missing', 'damaged'])('uses the style alone if the other one is %s', async (name) => {
  const plain = await (await styles()).blend(HIGH!, 60, { name, timbre: 1, prosody: 1 })
  expect(new Set(plain)).toEqual(new Set([1]))
})

test('rejects a missing style of the voice', async () => {
  await expect((await styles()).blend([{ name: 'missing', share: 1 }], 60)).rejects.toThrow(/ENOENT/)
})

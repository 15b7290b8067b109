import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { expect, test } from 'vitest'
import { readWordTimes } from './clip-objects.ts'

const read = (file: () => Promise<Uint8Array>) => readWordTimes({ read: file }, 'scripts/s1/v/k.mp3')

test('product §7: an outage of the storage is no lost timing file, so the client asks again', async () => {
  const outage = new StoreUnavailable(new Error('no disk'))
  await expect(read(() => Promise.reject(outage))).rejects.toBe(outage)
  expect(await read(() => Promise.reject(new Error('cannot be read')))).toBeUndefined()
})

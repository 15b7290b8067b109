import { expect, test } from 'vitest'
import { RUNTIME_VERSION } from '../model/spec.ts'
import { ENGINE_VERSION, PROTOCOL_VERSION } from './protocol.ts'
import { meetingPlace } from './meeting-place.ts'
import { testFolder } from '../testing/test-folder.ts'

test('workers find the engine of their own voices and release only', async () => {
  const temporary = await testFolder()
  const settings = { voicesDir: '/voices', modelFolder: '/voices/kokoro-1.0-1', temporary }
  const release = { protocol: PROTOCOL_VERSION, runtime: RUNTIME_VERSION, engine: ENGINE_VERSION }
  const own = meetingPlace(settings)
  expect(meetingPlace({ ...settings, voicesDir: '/other/../voices' }, release)).toEqual(own)
  const sockets = [
    own,
    meetingPlace({ ...settings, voicesDir: '/others' }),
    meetingPlace({ ...settings, modelFolder: '/voices/kokoro-1.0-2' }),
    meetingPlace(settings, { ...release, protocol: PROTOCOL_VERSION + 1 }),
    meetingPlace(settings, { ...release, runtime: '1.31.0' }),
    meetingPlace(settings, { ...release, engine: 'next' }),
  ].map(({ socket }) => socket)
  expect(new Set(sockets).size).toBe(sockets.length)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { Mp3Encoder } from './mp3-encoder.ts'
import { isWholeMp3 } from './sound-decoder.ts'
import { spoken, withId3, withoutTag } from '../../testing/sounds.ts'

let mp3: Uint8Array
beforeAll(async () => {
  mp3 = (await Mp3Encoder.create()).encode(spoken(16_000))
})

describe('an MP3 file', () => {
  test('is complete with and without tags', () => {
    expect(isWholeMp3(mp3)).toBe(true)
    expect(isWholeMp3(withoutTag(mp3))).toBe(true)
    expect(isWholeMp3(withId3(mp3))).toBe(true)
    expect(isWholeMp3(Buffer.concat([mp3, Buffer.from('TAG'.padEnd(128))]))).toBe(true)
  })

  test('may end within a frame', () => {
    expect(isWholeMp3(mp3.subarray(0, -100))).toBe(true)
  })

  test('is not accepted when frames are missing or none is found', () => {
    const damaged = Uint8Array.from(mp3)
    damaged.fill(0, 3_000, 5_000)
    expect(isWholeMp3(damaged)).toBe(false)
    expect(isWholeMp3(new Uint8Array(0))).toBe(false)
    expect(isWholeMp3(Buffer.from('<html>'.repeat(500)))).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { Phonemiser } from '../../phonemes/phonemiser.ts'
import { NothingToSay } from './engine.ts'
import { failureOf } from './connection.ts'
import { phonemeSource } from './phoneme-source.ts'

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('the failure that the engine reports for an error', () => {
  test('an array that cannot be allocated is a lack of memory, which passes, though it is a RangeError', async () => {
    const error = await thrownBy(() => new ArrayBuffer(Number.MAX_SAFE_INTEGER))
    expect(error).toBeInstanceOf(RangeError)
    expect(failureOf(error).kind).toBe('memory')
  })

  test.each(['std::bad_alloc', 'Failed to allocate memory for requested buffer of size 4096', 'ENOMEM'])(
    '%s is a lack of memory',
    (message) => {
      expect(failureOf(new Error(message)).kind).toBe('memory')
    },
  )

  test('any other RangeError is a failure of the engine, not of the text', () => {
    expect(failureOf(new RangeError('Invalid array length')).kind).toBe('engine')
    expect(failureOf('odd').kind).toBe('engine')
  })

  test('a text without words or in a language without phonemes can never be spoken', async () => {
    const source = phonemeSource(new Phonemiser({ espeak: false }))
    const error = await thrownBy(() => source.said('Bonjour.', 'fr'))
    expect(failureOf(error)).toEqual({ kind: 'text', message: 'fr cannot be spoken without eSpeak NG.' })
    expect(failureOf(new NothingToSay('There is nothing to say in this text.')).kind).toBe('text')
    expect((await source.said('Hello.', 'en-US')).pieces).toHaveLength(1)
  })
})

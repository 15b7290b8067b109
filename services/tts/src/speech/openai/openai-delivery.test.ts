import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import { describe, expect, test } from 'vitest'
import { BY_PACE_AND_LEVEL } from '../delivery.ts'
import { deliveriesOf, deliveryFields } from './openai-delivery.ts'

const TEXT = 'Come and see.'

describe('a delivery in a request to a server with the speech API of OpenAI', () => {
  test('is absent from a plain request', () => {
    for (const model of ['tts-1', 'gpt-4o-mini-tts'])
      expect(deliveryFields({ pauseAfterMs: 300 }, TEXT, model)).toEqual({})
  })

  test.each(DELIVERIES)('%s is one instruction that names it', (name) => {
    const { instructions, speed } = deliveryFields({ name }, TEXT, 'gpt-4o-mini-tts')
    expect(instructions).toMatch(/^[A-Z][^.]+\.$/)
    expect(instructions!.toLowerCase()).toContain(name.slice(0, 4))
    expect(speed).toBeUndefined()
  })

  test('has a lower pitch as an instruction', () => {
    expect(deliveryFields({ pitch: -2 }, TEXT, 'gpt-4o-mini-tts')).toEqual({
      instructions: 'Use a lower pitch than usual.',
    })
  })

  test('has the pace as the speed, and pitch and stressed words as instructions', () => {
    expect(deliveryFields({ pace: 0.8, pitch: 2, emphasis: [[9, 3]] }, TEXT, 'gpt-4o-mini-tts')).toEqual({
      instructions: 'Use a higher pitch than usual. Stress "see".',
      speed: 0.8,
    })
  })

  test.each(['tts-1', 'tts-1-hd'])('is only a speed for %s, which ignores instructions', (model) => {
    expect(deliveryFields({ name: 'fast', pace: 1.2, pitch: 2 }, TEXT, model)).toEqual({ speed: 1.5 })
    expect(deliveriesOf(model)).toEqual(BY_PACE_AND_LEVEL)
  })

  test('has a speed within the limits of the API', () => {
    expect(deliveryFields({ name: 'slow', pace: 0.1 }, TEXT, 'tts-1')).toEqual({ speed: 0.25 })
    expect(deliveryFields({ pace: 9 }, TEXT, 'kokoro')).toEqual({ speed: 4 })
  })
})

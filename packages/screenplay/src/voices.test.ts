import { describe, expect, test } from 'vitest'
import { missingVoice, missingVoiceMessage, voiceForLine, voiceRoleFor } from './voices.ts'

const casting = {
  characterAssignments: { ADA: 'v:ada' },
  narrationVoiceId: 'v:narrator',
  sceneHeadingVoiceId: 'v:heading',
}
const { sceneHeadingVoiceId: _, ...withoutHeading } = casting
const nothing = { characterAssignments: {} }

const isVoice = (voiceId: string) => voiceId === 'v:narrator'
const asked = (type: string, character?: string) => {
  const missing = missingVoice({ type, ...(character && { character }) }, nothing)
  return missing && missingVoiceMessage(missing)
}

describe('product §5 which voice speaks a line', () => {
  test.each([
    ['Dialogue', 'v:ada'],
    ['Action', 'v:narrator'],
    ['Scene Heading', 'v:heading'],
    ['Scene', 'v:heading'],
    ['New Act', 'v:heading'],
    ['Character', 'v:heading'],
    ['Transition', 'v:heading'],
    ['Parenthetical', 'v:heading'],
    ['Shot', 'v:heading'],
  ])('%s: %s', (type, voiceId) => {
    expect(voiceForLine({ type, character: 'ADA' }, casting)).toBe(voiceId)
  })

  test.each(['Scene Heading', 'New Act', 'Character', 'Transition', 'Parenthetical', 'General'])(
    '%s falls back to the narration voice',
    (type) => {
      expect(voiceForLine({ type, character: 'ADA' }, withoutHeading)).toBe('v:narrator')
    },
  )

  test('dialogue without a cue is spoken by the narration voice', () => {
    expect(voiceForLine({ type: 'Dialogue' }, casting)).toBe('v:narrator')
    expect(voiceRoleFor({ type: 'Dialogue' })).toBe('narration')
  })

  test('dialogue and action never borrow a voice', () => {
    expect(voiceForLine({ type: 'Dialogue', character: 'FINN' }, casting)).toBeUndefined()
    expect(
      voiceForLine({ type: 'Action' }, { characterAssignments: {}, sceneHeadingVoiceId: 'v:heading' }),
    ).toBeUndefined()
  })

  test('an empty voice is no voice, and a name is not looked up in what all objects have', () => {
    expect(
      voiceForLine({ type: 'Dialogue', character: 'ADA' }, { characterAssignments: { ADA: '' } }),
    ).toBeUndefined()
    expect(voiceForLine({ type: 'Dialogue', character: 'constructor' }, casting)).toBeUndefined()
  })

  test('a voice that no longer exists counts as none (product §3)', () => {
    expect(voiceForLine({ type: 'Dialogue', character: 'ADA' }, casting, isVoice)).toBeUndefined()
    expect(voiceForLine({ type: 'Transition' }, casting, isVoice)).toBe('v:narrator')
  })
})

describe('product §8 what is missing', () => {
  test('asks in its own words', () => {
    expect(asked('Dialogue', 'ADA')).toBe('Please assign a voice to "ADA" before playing this line.')
    expect(asked('Scene Heading')).toBe('Please assign a scene heading voice before playing this line.')
    expect(asked('Character', 'ADA')).toBe('Please assign a scene heading voice before playing this line.')
    expect(asked('Action')).toBe('Please assign a narration voice before playing this line.')
    expect(asked('Dialogue')).toBe('Please assign a narration voice before playing this line.')
  })

  test('asks for nothing when there is a voice', () => {
    expect(missingVoice({ type: 'Dialogue', character: 'ADA' }, casting)).toBeUndefined()
    expect(missingVoice({ type: 'Transition' }, withoutHeading)).toBeUndefined()
  })
})

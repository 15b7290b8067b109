import { naturalVoice } from '@andscene/web-kit/testing/voice'
import { vi } from 'vitest'
import { backend, SCRIPT } from './reader-page.tsx'

/** Natural voices that may replace those of ROBOTS. */
const naturals = [
  naturalVoice('kokoro:zoe', { name: 'Zoe' }),
  naturalVoice('kokoro:bo', { name: 'Bo' }),
  naturalVoice('kokoro:max', { name: 'Max', gender: 'male' }),
]
export const ROBOTS = {
  characterAssignments: { ANNA: 'local:ruth', BEN: 'local:magnus' },
  narrationVoiceId: 'local:claire',
}

/** A script with robotic voices, for which natural ones are ready. */
export function serveRoboticCast(): void {
  // Runs idle callbacks immediately, so that lazy parts load.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  backend.script = SCRIPT
  backend.casting = ROBOTS
  backend.voices = [...naturals, ...backend.voices]
  backend.naturalVoices = { state: 'ready' }
}

export const UNDO = { name: 'Undo the new cast' }
/** The provider of each assigned voice. */
export const providers = () =>
  [...Object.values(backend.casting.characterAssignments), backend.casting.narrationVoiceId].map(
    (id) => id?.split(':')[0],
  )

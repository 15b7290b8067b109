import type { Script } from '@andscene/contracts/script'
import { voiceForLine } from '@andscene/screenplay/voices'
import { useCallback } from 'react'
import type { CastingFormState } from '../casting/use-casting-form.ts'
import type { Sample } from './pronounce-form.tsx'
import { lineWith, sampleOf } from './pronounced-words.ts'

/** Returns what is heard of a word: its first sentence in the script, in the voice of that line or of the character. */
export function useSamples(script: Script, { casting, byId }: Pick<CastingFormState, 'casting' | 'byId'>) {
  return useCallback(
    (word: string, character: string | undefined): Sample => {
      const { lines } = script.content
      const line = lineWith(lines, word, character)
      const isVoice = (id: string) => byId.has(id)
      const assigned = [
        line && voiceForLine(line, casting, isVoice),
        character === undefined ? undefined : casting.characterAssignments[character],
        casting.narrationVoiceId,
        ...Object.values(casting.characterAssignments),
      ]
      const voiceId = assigned.find((id) => id !== undefined && isVoice(id))
      return {
        text: sampleOf(line, word),
        voiceId,
        voiceName: voiceId === undefined ? undefined : byId.get(voiceId)?.name,
      }
    },
    [script, casting, byId],
  )
}

import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'

/** The casting with the person's default voice for the narration, where that has none and the voice exists (product §4). */
export function withDefaultNarrator(
  casting: Casting,
  voiceId: string | null | undefined,
  voices: readonly Voice[],
): Casting {
  if (casting.narrationVoiceId !== undefined) return casting
  const narrator = voices.find((voice) => voice.voiceId === voiceId && voice.isActive)
  return narrator ? { ...casting, narrationVoiceId: narrator.voiceId } : casting
}

import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'

/**
 * The casting with the person's default voice for the narration, where that has none and the voice exists (product §4); a
 * voice that no longer exists counts as none (product §3).
 */
export function withDefaultNarrator(
  casting: Casting,
  voiceId: string | null | undefined,
  voices: readonly Voice[],
): Casting {
  if (voices.some((voice) => voice.voiceId === casting.narrationVoiceId)) return casting
  const narrator = voices.find((voice) => voice.voiceId === voiceId && voice.isActive)
  return narrator ? { ...casting, narrationVoiceId: narrator.voiceId } : casting
}

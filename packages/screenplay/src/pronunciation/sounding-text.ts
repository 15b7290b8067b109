import type { Sound } from '@andscene/contracts/voices/pronunciation'

export type TextPart = { text: string; sound?: Sound }

/** The text as parts with and without a pronunciation, in order; sounds that do not fit into the text are ignored. */
export function partsWithSounds(text: string, sounds: readonly Sound[] = []): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const sound of sounds) {
    const end = sound.at + sound.length
    if (sound.at < at || end > text.length || sound.length < 1) continue
    if (sound.at > at) parts.push({ text: text.slice(at, sound.at) })
    parts.push({ text: text.slice(sound.at, end), sound })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

/** The text for a voice that takes no IPA: words with a respelling are replaced by it. */
export const spelledText = (text: string, sounds: readonly Sound[] = []): string =>
  partsWithSounds(text, sounds)
    .map(({ text: part, sound }) => sound?.spelled ?? part)
    .join('')

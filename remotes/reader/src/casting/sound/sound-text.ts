import type { CharacterSound } from '@andscene/contracts/character-sound'
import type { OFF_SCREEN_PLACES } from '@andscene/contracts/own-sound'
import { rateText } from '../../page/transport/times/moves.ts'

export const PLACE_NAMES: Record<(typeof OFF_SCREEN_PLACES)[number], string> = {
  room: 'In the room',
  phone: 'On the phone',
  radio: 'On a radio',
  door: 'Behind a door',
}

/** "+2", "−0.5", "0". Without Intl, whose first format takes the first page 10 ms. */
export function pitchText(semitones: number): string {
  const tenths = Math.round(semitones * 10) / 10
  return `${tenths > 0 ? '+' : ''}${tenths}`.replace('-', '−')
}

/** For screen readers: "2 semitones higher". */
export function pitchInWords(semitones: number): string {
  if (semitones === 0) return "the voice's own pitch"
  const size = Math.abs(semitones)
  return `${size} ${size === 1 ? 'semitone' : 'semitones'} ${semitones > 0 ? 'higher' : 'lower'}`
}

/** "Pace 0.9× · pitch +2 · on the phone"; undefined for a voice as it is. */
export function soundText({ pace, pitch, place, offScreen }: CharacterSound = {}): string | undefined {
  const parts = [
    pace !== undefined && `pace ${rateText(pace)}`,
    pitch !== undefined && `pitch ${pitchText(pitch)}`,
    place !== undefined && PLACE_NAMES[place].toLowerCase(),
    offScreen !== undefined && `off-screen lines ${PLACE_NAMES[offScreen].toLowerCase()}`,
  ].filter((part) => part !== false)
  const text = parts.join(' · ')
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1)
}

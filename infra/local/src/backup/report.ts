import type { Manifest } from './manifest.ts'

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** What a person knows of what is in it: scripts, notes, clips, sign-ups. */
export function describeParts({ scripts, tts, subscriptions }: Manifest['parts']): string {
  return [
    count(scripts?.rows['scripts'] ?? 0, 'script'),
    count(scripts?.rows['notes'] ?? 0, 'note'),
    count(tts?.objects ?? 0, 'clip'),
    count(subscriptions?.rows['subscribers'] ?? 0, 'sign-up'),
  ].join(', ')
}

export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

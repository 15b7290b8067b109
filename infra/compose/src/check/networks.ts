/** The arrows of architecture §6; on the network of one its ends reach each other. */
const ARROWS = [
  ['edge', 'gateway'],
  ['edge', 'identity'],
  ['gateway', 'identity'],
  ['gateway', 'scripts'],
  ['gateway', 'tts'],
  ['gateway', 'subscriptions'],
  ['gateway', 'valkey'],
  ['scripts', 'identity'],
  ['scripts', 'tts'],
  ['scripts', 'subscriptions'],
  ['scripts', 'tts-worker'],
  ['scripts', 'valkey'],
  ['scripts', 'mongodb'],
  ['tts', 'valkey'],
  ['tts', 'mongodb'],
  ['tts', 's3'],
  ['tts-worker', 'valkey'],
  ['tts-worker', 'mongodb'],
  ['tts-worker', 's3'],
  ['subscriptions', 'mongodb'],
] as const

export const mayReach = (from: string, to: string): boolean =>
  ARROWS.some(([one, other]) => (one === from && other === to) || (one === to && other === from))

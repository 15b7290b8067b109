import { DELIVERIES, type Delivery, type DeliveryName } from '@andscene/contracts/voices/delivery'
import { BY_PACE_AND_LEVEL, paceOf } from '../delivery.ts'

const INSTRUCTIONS: Readonly<Record<DeliveryName, string>> = {
  whispering: 'Whisper, without using your voice.',
  quiet: 'Speak quietly, close to the listener.',
  shouting: 'Shout.',
  calling: 'Call out to someone far away.',
  sad: 'Speak sadly and slowly.',
  angry: 'Speak angrily.',
  excited: 'Speak with excitement.',
  slow: 'Speak slowly.',
  fast: 'Speak fast.',
}
/** Models of the API that ignore instructions. */
const WITHOUT_INSTRUCTIONS = /^tts-1\b/
/** Limits of the API for `speed`. */
const LEAST_SPEED = 0.25
const MOST_SPEED = 4

export const deliveriesOf = (model: string): readonly DeliveryName[] =>
  WITHOUT_INSTRUCTIONS.test(model) ? BY_PACE_AND_LEVEL : DELIVERIES

/** Fields of a speech request; none for a plain reading. */
export function deliveryFields(
  delivery: Delivery,
  text: string,
  model: string,
): { instructions?: string; speed?: number } {
  const isInstructed = !WITHOUT_INSTRUCTIONS.test(model)
  const instructions = isInstructed ? instructionsFor(delivery, text) : ''
  const pace = isInstructed ? (delivery.pace ?? 1) : paceOf(delivery)
  return {
    ...(instructions && { instructions }),
    ...(pace !== 1 && { speed: Math.min(MOST_SPEED, Math.max(LEAST_SPEED, pace)) }),
  }
}

const instructionsFor = ({ name, pitch = 0, emphasis = [] }: Delivery, text: string): string =>
  [
    name && INSTRUCTIONS[name],
    pitch !== 0 && `Use a ${pitch > 0 ? 'higher' : 'lower'} pitch than usual.`,
    ...emphasis.map(([at, length]) => `Stress "${text.slice(at, at + length)}".`),
  ]
    .filter(Boolean)
    .join(' ')

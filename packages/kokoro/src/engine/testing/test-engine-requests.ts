import { EventEmitter } from 'node:events'
import type { SpeakRequest } from '../protocol.ts'

export const request = (text: string, more: Partial<SpeakRequest> = {}): SpeakRequest => ({
  text,
  language: 'en-US',
  styles: [{ name: 'tiny_low', share: 1 }],
  pitch: 1,
  speed: 1,
  priority: 5,
  ...more,
})

type Need = { priority: number; isAwaited: boolean }

export const urgencyOf = (priority: number, isAwaited: boolean) => {
  const urgency = Object.assign(new EventEmitter<{ change: [] }>(), { priority, isAwaited })
  const set = (need: Need) => Object.assign(urgency, need).emit('change')
  return Object.assign(urgency, { set })
}
export type TestUrgency = ReturnType<typeof urgencyOf>

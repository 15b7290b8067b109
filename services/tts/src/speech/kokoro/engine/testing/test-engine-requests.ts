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

import type { Line } from '@andscene/contracts/script'

export const line = (index: number, type: string, text: string, rest: Partial<Line> = {}): Line => ({
  _id: `l${index}`,
  type,
  text,
  act: 1,
  ...rest,
})

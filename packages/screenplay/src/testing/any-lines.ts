import * as fc from 'fast-check'
import { LINE_TYPES } from '@andscene/contracts/line-types'

export type AnyLine = { type: string; act: number; forcePageBreak?: boolean }

/** For property tests: scripts with arbitrary types, breaks and acts; act numbers ascend from 1. */
export const anyLines = (): fc.Arbitrary<AnyLine[]> =>
  fc
    .array(
      fc.record({
        type: fc.constantFrom(...LINE_TYPES, 'Shot', 'General', 'Dialogue', 'Action', 'Character'),
        forcePageBreak: fc.option(fc.constant(true), { freq: 15, nil: undefined }),
        newAct: fc.option(fc.constant(true), { freq: 30, nil: undefined }),
      }),
      { maxLength: 200, size: 'max' },
    )
    .map((lines) => {
      let act = 1
      return lines.map(({ type, forcePageBreak, newAct }, index) => {
        if (newAct && index > 0) act++
        return { type, act, ...(forcePageBreak && { forcePageBreak }) }
      })
    })

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINE_TYPES } from '@andscene/contracts/line-types'
import { canBeSpoken, spokenText } from './spoken-text.ts'

const TYPES = [...LINE_TYPES, 'Shot', 'General']
const spoken = (type: string, text: string) => spokenText({ type, text })

describe('a slug line', () => {
  it.each([
    ['INT. KITCHEN - DAY', 'Interior. Kitchen. Day.'],
    ['INT. LIVING ROOM - DAY', 'Interior. Living room. Day.'],
    ['EXT. BRICK’S PATIO – NIGHT', "Exterior. Brick's patio. Night."],
    ['INT./EXT. CAR - MOVING - NIGHT', 'Interior, exterior. Car. Moving. Night.'],
    ['I/E CAR - DAY', 'Interior, exterior. Car. Day.'],
    ['EXT/INT. PORCH - DUSK', 'Exterior, interior. Porch. Dusk.'],
    ['EXT HOUSE—LATER', 'Exterior. House. Later.'],
    ['INT.KITCHEN-DAY', 'Interior. Kitchen. Day.'],
    ['int. tower -- three in the morning', 'Interior. Tower. Three in the morning.'],
    ['EST. FBI HEADQUARTERS - DAY', 'Establishing. FBI headquarters. Day.'],
    ['12A INT. HALL (FLASHBACK) - 1920S', '12A. Interior. Hall. Flashback. 1920s.'],
    ['INT. TV STUDIO - 2ND FLOOR', 'Interior. TV studio. 2nd floor.'],
    ['BACK IN THE APARTMENT', 'Back in the apartment.'],
    ['EXTERMINATOR HQ', 'Exterminator HQ.'],
    ['INTERIOR HOUSE', 'Interior house.'],
    ['WHO GOES THERE?', 'Who goes there?'],
    ['EXT. Mast house - cONTINUOUS', 'Exterior. Mast house. Continuous.'],
    ['iNT. HOUSE - mORNING', 'Interior. House. Morning.'],
    ['int. tiny café (La rue 14) - night (1998)', 'Interior. Tiny café. La rue 14. Night. 1998.'],
    ['INT. A.P. NEwsroom - day', 'Interior. A.P. Newsroom. Day.'],
    ['INT. KITCHEN/LIVING ROOM - 9/11', 'Interior. Kitchen, living room. 9/11.'],
    ['int.  WILL’s bedroom - night', "Interior. Will's bedroom. Night."],
    ['INT.', 'Interior.'],
  ])('%j is said %j', (text, said) => {
    expect(spoken('Scene Heading', text)).toBe(said)
    expect(spoken('Scene', text)).toBe(said)
  })
})

describe('a cue', () => {
  it.each([
    ['ADA (V.O.)', 'Ada'],
    ['edward (v.O.) (cont’d)', 'Edward'],
    ['MRS. PELL', 'Mrs. Pell'],
    ['AL', 'Al'],
    ['TJ', 'TJ'],
    ['FBI AGENT #2', 'FBI Agent number 2'],
    ['SGT. O’BRIEN', "Sergeant O'Brien"],
    ['TOM & JERRY', 'Tom and Jerry'],
    ['TOM/JERRY', 'Tom, Jerry'],
    ['(CONT’D)', 'Continued'],
    ['МАША (ГЗК)', 'МАША'],
    ['李明（画外音）', '李明'],
  ])('%j is said %j', (text, said) => {
    expect(spoken('Character', text)).toBe(said)
  })
})

describe('a line that is no sentence', () => {
  it.each([
    ['New Act', 'ACT ONE', 'Act one.'],
    ['New Act', 'ACT II', 'Act 2.'],
    ['New Act', 'ACT I', 'Act 1.'],
    ['End of Act', 'END OF ACT ONE', 'End of act one.'],
    ['Transition', 'CUT TO:', 'Cut to.'],
    ['Transition', 'FADE OUT.', 'Fade out.'],
    ['Shot', 'CLOSE ON: A GOLD KEY', 'Close on: a gold key.'],
    ['General', 'THE END', 'The end.'],
    ['Parenthetical', '(wounded)', 'wounded'],
    ['Parenthetical', '(to ADA; quietly)', 'to Ada; quietly'],
  ])('%s %j is said %j', (type, text, said) => {
    expect(spoken(type, text)).toBe(said)
  })
})

describe('prose', () => {
  it.each([
    ['He opens the SCREEN DOOR and SHOUTS.', 'He opens the Screen Door and Shouts.'],
    ['I DON’T KNOW. I’M LATE! IS IT US?', "I don't know. I'm late! Is it us?"],
    ['The FBI, the CIA and a DJ.', 'The FBI, the CIA and a DJ.'],
    ['The CEO’S DVDs, at 10 AM.', "The CEO's DVDs, at 10 A M."],
    ['MI6, R2D2 and COVID-19.', 'MI6, R2D2 and Covid-19.'],
    ['MR. TAM and DR. WHO, SHHH!', 'Mr. Tam and Dr. Who, Shhh!'],
    ['MeLISSA dials her iPhone at McDonald’s.', "Melissa dials her iPhone at McDonald's."],
    ['I thought --', 'I thought...'],
    ['I can’t -- I won’t.', "I can't, I won't."],
    ['well—no', 'well, no'],
    ['--and then', 'and then'],
    ['“Yes…” he said', '"Yes..." he said'],
    ['You’re so /grown up!', "You're so grown up!"],
    ['*Really*, _now_?', 'Really, now?'],
    ['in her 40s, in the ’70s', 'in her forties, in the seventies'],
    ['the part I love', 'the part I love'],
    ['two\nrows\tof  words ', 'two rows of words'],
    ['2 * 3 - 1', '2 * 3 - 1'],
  ])('%j is said %j', (text, said) => {
    expect(spoken('Dialogue', text)).toBe(said)
    expect(spoken('Action', text)).toBe(said)
  })
})

describe('any line', () => {
  it.each(['你好，世界。', 'مرحبا! هل هذا الشاي ساخن؟', 'ОЧЕНЬ ГОРЯЧИЙ', 'ИНТ. КУХНЯ - ДЕНЬ'])(
    'without Latin letters stays as it is: %s',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe(text)
    },
  )

  it.each(['...', '?!', '—', '♪', ' ', '+', '=', '\u0000\u0007\u001b', '\u3164', '\u200b\u{e0041}', '🎭'])(
    'without a letter or digit is not said: %j',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe('')
    },
  )

  it('with a letter or digit is never empty, one row, and the same each time', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc
        .array(
          fc.constantFrom(
            'INT.',
            'EXT',
            '/',
            '-',
            '(',
            ')',
            'A',
            'V.O.',
            'II',
            '#',
            ' ',
            '1',
            '--',
            "'",
            'é',
            'CUT TO:',
            '\n',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), text, (type, words) => {
        const said = spoken(type, words)
        expect(canBeSpoken({ text: said })).toBe(canBeSpoken({ text: words }))
        expect(said === '').toBe(!canBeSpoken({ text: words }))
        expect(said).toBe(said.trim())
        expect(said).not.toMatch(/[\n\t]/)
      }),
      { numRuns: 2000 },
    )
  })

  it('costs no time, whatever it is full of', () => {
    const start = performance.now()
    for (const part of ['A', '-', ' ', "'", '(', '/', '*', 'A.', '--', ' - ', 'ACT ', '—', '_', ':', '1'])
      for (const type of TYPES) spoken(type, `x${part.repeat(5_000)}x`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

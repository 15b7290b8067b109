import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINE_TYPES } from '@andscene/contracts/line-types'
import { canBeSpoken } from './can-be-spoken.ts'
import { spokenText } from './spoken-text.ts'

const TYPES = [...LINE_TYPES, 'Shot', 'General']
const spoken = (type: string, text: string) => spokenText({ type, text })

describe('a slug line', () => {
  test.each([
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
    ['12A INT. HALL (FLASHBACK) - 1920S', '12A. Interior. Hall. Flashback. Nineteen twenties.'],
    ['INT. TV STUDIO - 2ND FLOOR', 'Interior. TV studio. 2nd floor.'],
    ['BACK IN THE APARTMENT', 'Back in the apartment.'],
    ['EXTERMINATOR HQ', 'Exterminator HQ.'],
    ['INTERIOR HOUSE', 'Interior house.'],
    ['WHO GOES THERE?', 'Who goes there?'],
    ['EXT. Mast house - cONTINUOUS', 'Exterior. Mast house. Continuous.'],
    ['iNT. HOUSE - mORNING', 'Interior. House. Morning.'],
    [
      'int. tiny café (La rue 14) - night (1998)',
      'Interior. Tiny café. La rue 14. Night. Nineteen ninety-eight.',
    ],
    ['INT. A.P. NEwsroom - day', 'Interior. A.P. Newsroom. Day.'],
    ['INT. KITCHEN/LIVING ROOM - 9/11', 'Interior. Kitchen, living room. 9 11.'],
    ['int.  WILL’s bedroom - night', "Interior. Will's bedroom. Night."],
    ['INT.', 'Interior.'],
    ['SCENE B', 'Scene B.'],
    ['scene e', 'Scene E.'],
    ['ACT I, SCENE II', 'Act 1, scene 2.'],
    ['ACT ONE, SCENE TWO', 'Act one, scene two.'],
    ['INT. U.S. EMBASSY - NICU', 'Interior. U.S. Embassy. Nicu.'],
    ['INT. THE O.C. - I.C.U.', 'Interior. The O.C. I.C.U.'],
    ["CAT'S POV - DAY", "Cat's P.O.V. Day."],
    ['int. highT TOWER - nighT', 'Interior. Hight Tower. Night.'],
    ['int. fbi tv room - d-2', 'Interior. FBI TV room. Day 2.'],
    ['INT. MILL- NIGHT', 'Interior. Mill. Night.'],
    ['EXT. FIELD - PRE-DAWN', 'Exterior. Field. Pre-dawn.'],
    ['EXT. BED & BARGE - DAY', 'Exterior. Bed and barge. Day.'],
    ['EXT     PIER     DAY', 'Exterior. Pier. Day.'],
    ['INT. PIER\nNIGHT', 'Interior. Pier. Night.'],
    ['ER/HALL - DAY', 'E.R., hall. Day.'],
    ['INT. KITCHEN W/ STOVE - D2', 'Interior. Kitchen with Stove. Day 2.'],
  ])('%j is said %j', (text, said) => {
    expect(spoken('Scene Heading', text)).toBe(said)
    expect(spoken('Scene', text)).toBe(said)
  })
})

const heading = (text: string) => spoken('Scene Heading', text)

describe('the intro of a slug line', () => {
  test.each([
    'INT./EXT. CAR',
    'INT/EXT CAR',
    'I/E. CAR',
    'I./E. CAR',
    'INT. / EXT. CAR',
    'INT.-EXT. CAR',
    'INT – EXT CAR',
    'INT. & EXT. CAR',
    'INT. EXT. CAR',
    'int/ext. car',
  ])('%j is two', (text) => expect(heading(text)).toBe('Interior, exterior. Car.'))

  test.each([
    ['EXT./INT. CAR', 'Exterior, interior. Car.'],
    ['INT: CAR', 'Interior. Car.'],
    ['EXT./ESTAB. MILL - DAY', 'Exterior, establishing. Mill. Day.'],
    ['EXT. MILL - EST.', 'Exterior. Mill. Establishing.'],
    ['SCENE 4. INT. CAR - DAY', 'Scene 4. Interior. Car. Day.'],
    ['SCENE 4   INT CAR', 'Scene 4. Interior. Car.'],
    ['04/01. Int. Car', '4, 1. Interior. Car.'],
    ['ep2/sc12 int. car', 'Episode 2, scene 12. Interior. Car.'],
    ['INTERCUT - INT. CAR/EXT. MILL', 'Intercut. Interior. Car. Exterior. Mill.'],
    ['[A] EXT. MILL', 'A. Exterior. Mill.'],
    ['EXTRAS ON SET', 'Extras on set.'],
    ['INN / TERRACE', 'Inn, terrace.'],
  ])('%j is said %j', (text, said) => expect(heading(text)).toBe(said))

  test.each([
    ['INT. CUISINE - JOUR (1968)', 'Intérieur. Cuisine. Jour. 1968.'],
    ['INT./EXT. VOITURE - NUIT', 'Intérieur, extérieur. Voiture. Nuit.'],
    ['INNEN./AUSSEN. AUTO - TAG', 'Innen, außen. Auto. Tag.'],
    ['INT. KÜCHE - NACHT', 'Innen. Küche. Nacht.'],
    ['INT. CUCINA - GIORNO', 'Interno. Cucina. Giorno.'],
    ['EST. STRADA - NOTTE', 'Esterno. Strada. Notte.'],
    ['EXT. CALLE - NOCHE', 'Exterior. Calle. Noche.'],
    ['INT. BAR - TAG', 'Interior. Bar. Tag.'],
    ['INT. CAFÉ DU JOUR - DAY', 'Interior. Café du jour. Day.'],
  ])('is of the language of its time of day: %j', (text, said) => expect(heading(text)).toBe(said))
})

describe('numbers in a slug line', () => {
  test.each([
    ['INT. ROOM 237 - 1985', 'Interior. Room two thirty-seven. Nineteen eighty-five.'],
    ['INT. ROOM 1408, 1905', 'Interior. Room fourteen oh eight, nineteen oh five.'],
    ['INT. RM. 101 - 2024', 'Interior. Room one oh one. Twenty twenty-four.'],
    ['INT. ROOM 200 - 2005', 'Interior. Room 200. 2005.'],
    ['INT. ROOM 12 - 1066', 'Interior. Room 12. Ten sixty-six.'],
    ['EXT. 1600 ELM STREET - 1900', 'Exterior. Sixteen hundred elm street. Nineteen hundred.'],
    ['EXT. TRENCH - 1914-1918', 'Exterior. Trench. Nineteen fourteen to nineteen eighteen.'],
    ['EXT. 42ND STREET', 'Exterior. 42nd street.'],
    ['INT. APT. 4B - 1:15 A.M.', 'Interior. Apartment 4B. 1:15 A.M.'],
    ['EXT. BAR - 3 AM', 'Exterior. Bar. 3 A.M.'],
    ['EXT. BAR - 5:00 PM', 'Exterior. Bar. 5 P.M.'],
    ['EXT. BAR - 5:00', "Exterior. Bar. 5 o'clock."],
    ['EXT. BAR - DAY 1 [09.20]', 'Exterior. Bar. Day 1. 9:20.'],
    ['EXT. BAR - 15:00', 'Exterior. Bar. Fifteen hundred.'],
    ['EXT. BASE - 0600 HRS', 'Exterior. Base. Oh six hundred hours.'],
    ['EXT. 90210', 'Exterior. Nine oh two one oh.'],
    ['EXT. CITY OF 10,000', 'Exterior. City of 10,000.'],
    ['EXT. BRIDGE 555-1234', 'Exterior. Bridge 555-1234.'],
    ['INT. FLIGHT 370 - CABIN OF A 747', 'Interior. Flight three seventy. Cabin of a seven forty-seven.'],
    ['INT. MI6 - T-1000 LAB', 'Interior. MI6. T-1000 lab.'],
    ['KITCHEN - 1 HOUR LATER', 'Kitchen. 1 hour later.'],
    ['KITCHEN - 1/2 HOUR LATER', 'Kitchen. Half an hour later.'],
    ['INT. CELL #2 - DAY 2 - N1', 'Interior. Cell number 2. Day 2. Night 1.'],
    ['INT. PIER NO. 5', 'Interior. Pier number 5.'],
    ['INT. CASA DAS ÁGUAS - 1985', 'Interior. Casa das águas. 1985.'],
  ])('%j is said %j', (text, said) => expect(heading(text)).toBe(said))

  test.each([
    ['12A INT. HALL - DAY 12A', '12A. Interior. Hall. Day.'],
    ['12    INT. ROOM    12', '12. Interior. Room.'],
    ['31 INT. HALL - DAY 31', '31. Interior. Hall. Day.'],
    ['12 INT. ROOM 12', '12. Interior. Room 12.'],
    ['1 INT. HALL - DAY 1', '1. Interior. Hall. Day 1.'],
    ['2 INT. FLAT 12', '2. Interior. Flat 12.'],
  ])('of a scene is said once: %j', (text, said) => expect(heading(text)).toBe(said))
})

describe('abbreviations of a slug line', () => {
  test.each([
    ['EXT. ST. ANNE ST. - DAY', 'Exterior. St. Anne street. Day.'],
    ['EXT. HILL DR. / OAK AVE', 'Exterior. Hill drive, oak avenue.'],
    ["INT. DR. PELL'S OFFICE", "Interior. Dr. Pell's office."],
    ['EXT. PELL BLVD, BLDG. 3', 'Exterior. Pell boulevard, building 3.'],
    ['EXT. MT. PELL - HWY 61', 'Exterior. Mount pell. Highway 61.'],
    ['EXT. 50 FT. UP', 'Exterior. 50 feet up.'],
    ["INT. KITCHEN - CONT'D", 'Interior. Kitchen. Continued.'],
    ['INT. KITCHEN (CONT.)', 'Interior. Kitchen. Continued.'],
    ['INT. KITCHEN - CONTD', 'Interior. Kitchen. Continued.'],
    ['INT. A/V ROOM', 'Interior. A.V. Room.'],
  ])('%j is said %j', (text, said) => expect(heading(text)).toBe(said))
})

describe('a cue', () => {
  test.each([
    ['ADA (V.O.)', 'Ada'],
    ['edward (v.O.) (cont’d)', 'Edward'],
    ['MRS. PELL', 'Mrs. Pell'],
    ['AL', 'Al'],
    ['TJ', 'TJ'],
    ['FBI AGENT #2', 'FBI Agent number 2'],
    ['MAN # 2', 'Man number 2'],
    ['OFFICER NO. 5', 'Officer number 5'],
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
  test.each([
    ['New Act', 'ACT ONE', 'Act one.'],
    ['New Act', 'ACT II', 'Act 2.'],
    ['New Act', 'ACT I', 'Act 1.'],
    ['End of Act', 'END OF ACT ONE', 'End of act one.'],
    ['Transition', 'CUT TO:', 'Cut to.'],
    ['Transition', 'FADE OUT.', 'Fade out.'],
    ['Shot', 'CLOSE ON: A GOLD KEY', 'Close on: a gold key.'],
    ['General', 'THE END', 'The end.'],
    ['New Act', 'act ii', 'act 2.'],
    ['New Act', 'TEASER / ACT ONE', 'Teaser, act one.'],
    ['New Act', 'ACT TWO, SCENE B', 'Act two, scene B.'],
    ['End of Act', 'End of act i', 'End of act 1.'],
    ['Transition', 'CuT TO:', 'cut To.'],
    ['Shot', 'close on: a gold key', 'close on: a gold key.'],
    ['Shot', 'Resume meredith', 'Resume meredith.'],
    ['Shot', "ada's pov - the pier", "ada's P.O.V., the pier."],
    ['Shot', 'CU - THE LOCK', 'Close up, the lock.'],
    ['Shot', 'MED. SHOT ADA', 'Medium shot ada.'],
    ['Shot', 'INT. CAR - DAY', 'Interior. Car. Day.'],
    ['Shot', 'SUPER: JUNE 1985, 8:03 A.M.', 'Super: june nineteen eighty-five, 8 oh 3 A.M.'],
    ['Lyrics', 'One row\nand one more\n(la la)', 'One row, and one more, (la la)'],
    ['Parenthetical', '(wounded)', 'wounded'],
    ['Parenthetical', "(cont'd)", 'continued'],
    ['Parenthetical', '(CONT.)', 'Continued'],
    ['Parenthetical', '(MORE)', 'More'],
    ['Parenthetical', '(O.S.)', 'Off screen'],
    ['Parenthetical', '(V.O.; w/ a smile)', 'voice over; with a smile'],
    ['Parenthetical', '(to ADA; quietly)', 'to Ada; quietly'],
  ])('%s %j is said %j', (type, text, said) => {
    expect(spoken(type, text)).toBe(said)
  })
})

describe('prose', () => {
  test.each([
    ['He opens the SCREEN DOOR and SHOUTS.', 'He opens the Screen Door and Shouts.'],
    ['I DON’T KNOW. I’M LATE! IS IT US?', "I don't know. I'm late! Is it us?"],
    ['The FBI, the CIA and a DJ.', 'The FBI, the CIA and a DJ.'],
    ['The CEO’S DVDs, at 10 AM.', "The CEO's DVDs, at 10 A.M."],
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
    ['At 2:45 pm, 3 p.m. or 12:00 PM', 'At 2:45 P.M., 3 P.M. or 12 P.M.'],
    ['Zimmer 10 am Ende', 'Zimmer 10 am Ende'],
    ['the mid-1960’s and the 1800s', 'the mid-nineteen sixties and the eighteen hundreds'],
    [
      'In 1500 men fell. Since 1937, the mill stood.',
      'In 1500 men fell. Since nineteen thirty-seven, the mill stood.',
    ],
    ['1500 men, 1,500 ships, $1985.', '1500 men, 1,500 ships, $1985.'],
    [
      'She is in Room 237, the room 150 people want.',
      'She is in Room two thirty-seven, the room 150 people want.',
    ],
    ['Pier No. 5 vs. #2', 'Pier number 5 versus number 2'],
    ['No. 5 is enough.', 'No. 5 is enough.'],
    ['Bed & Barge, 24/7', 'Bed and Barge, 24 7'],
    ['Brot & Salz für das Haus', 'Brot & Salz für das Haus'],
    ['2 1/2 hours, 1/2 mile, 1/2', '2 and a half hours, half a mile, 1/2'],
    ['Sgt. Pell and Lt. Tam', 'Sergeant Pell and Lieutenant Tam'],
    ['ADA (CONT’D) AT THE U.S. EMBASSY', 'Ada (continued) at the U.S. Embassy'],
    ['Call ext. 40', 'Call ext. 40'],
  ])('%j is said %j', (text, said) => {
    expect(spoken('Dialogue', text)).toBe(said)
    expect(spoken('Action', text)).toBe(said)
  })
})

describe('what an action abbreviates', () => {
  test.each([
    ['A voice, O.S., calls.', 'A voice, off screen, calls.'],
    ['A VOICE (V.O.)', 'A voice (voice over)'],
    ['ADA (OS) waves, o.c.', 'Ada (off screen) waves, off camera.'],
    ['Men in the b.g. One in f.g. waves.', 'Men in the background. One in foreground waves.'],
    ['From Ada’s POV', "From Ada's P.O.V."],
    ['They talk, MOS.', 'They talk, M.O.S.'],
    ['SFX: A BELL', 'Sound effect: a bell'],
    ['ECU on a key.', 'extreme close up on a key.'],
    ['the hall / the stairs', 'the hall, the stairs'],
  ])('%j is said %j', (text, said) => expect(spoken('Action', text)).toBe(said))

  test('is kept where somebody speaks of it', () => {
    expect(spoken('Dialogue', 'What is a V.O. used for?')).toBe('What is a V.O. used for?')
  })
})

const speech = (text: string, character?: string) => spokenText({ type: 'Dialogue', text, character })

describe('what could be something else', () => {
  test.each([
    ['Scene Heading', '54 INT. STUDIO 54', '54. Interior. Studio 54.'],
    ['Scene Heading', '66 INT. ROUTE 66 - DAY 66', '66. Interior. Route 66. Day.'],
    ['Scene Heading', 'EXT. 5TH & MAIN', 'Exterior. 5th and main.'],
    ['Scene Heading', 'INT. Q&A ROOM - DAY', 'Interior. Q&A room. Day.'],
    ['Scene Heading', 'INT. CHAMBRE #2 - JOUR', 'Intérieur. Chambre #2. Jour.'],
    ['Scene Heading', 'INT. CASA - SERA', 'Interno. Casa. Sera.'],
    ['Scene Heading', 'INT. KÜCHE - TAG', 'Innen. Küche. Tag.'],
    ['Scene Heading', 'INT. BAR - TAG', 'Interior. Bar. Tag.'],
    ['Scene Heading', 'EXT. PARK - MID-DAY', 'Exterior. Park. Mid-day.'],
    ['Scene Heading', 'INT. WWII BUNKER - DAY', 'Interior. WWII bunker. Day.'],
    ['Scene Heading', 'EXT. SKY - 12550 FEET', 'Exterior. Sky. 12550 feet.'],
    ['Transition', 'Choice A > Scene x:', 'Choice A > Scene X.'],
    ['New Act', 'ACT I', 'Act 1.'],
    ['New Act', 'act i', 'act 1.'],
    ['Dialogue', 'Sen. Inte nu.', 'Sen. Inte nu.'],
    ['Dialogue', 'Say it, Gen. I dare you.', 'Say it, Gen. I dare you.'],
    ['Dialogue', 'Ask Sgt. Pell.', 'Ask Sergeant Pell.'],
    ['Action', 'Homicide Det. Jimmy Roe', 'Homicide Detective Jimmy Roe'],
    ['Dialogue', 'Der Col. Roma', 'Der Col. Roma'],
    ['Shot', 'Ecu on the knife', 'extreme close up on the knife.'],
    ['Dialogue', 'That is the best part I.', 'That is the best part I.'],
    ['Dialogue', 'HELL NO. 20 BUCKS!', 'Hell no. 20 bucks!'],
    ['Dialogue', 'Pier No. 5, now.', 'Pier number 5, now.'],
    ['Dialogue', 'Texas A&M, Bed & Bath', 'Texas A&M, Bed and Bath'],
    ['Dialogue', 'It begins with INT.', 'It begins with Int.'],
    ['Action', 'It begins with INT. or so.', 'It begins with interior or so.'],
    ['Action', 'The Mac (OS) hums.', 'The Mac (Os) hums.'],
    ['Action', 'GIRL (OS) hums.', 'Girl (off screen) hums.'],
    ['Action', 'He studied at CU, Boulder.', 'He studied at Cu, Boulder.'],
    ['Action', 'CU on the lock.', 'close up on the lock.'],
    ['Action', 'O.C. enters.', 'O.C. enters.'],
    ['Parenthetical', '(ts_intro bg.mp3)', 'ts_intro bg.mp3'],
  ])('%s %j is said %j', (type, text, said) => {
    expect(spoken(type, text)).toBe(said)
  })
})

describe('a speech typed with its cue', () => {
  test.each([
    ['HAGEN: Get out.', 'HAGEN'],
    ['Hagen (V.O.): Get out.', 'HAGEN'],
    ['O’HAGEN : Get out.', "O'HAGEN"],
    ['DR HAGEN: Get out.', 'DR. HAGEN'],
  ])('is said without the name: %j', (text, character) => expect(speech(text, character)).toBe('Get out.'))

  test('is said whole where the name is another, or all there is', () => {
    expect(speech('HAGEN: Get out.', 'TOM')).toBe('Hagen: Get out.')
    expect(speech('HAGEN: Get out.')).toBe('Hagen: Get out.')
    expect(speech('HAGEN:', 'HAGEN')).toBe('Hagen:')
    expect(speech('Ada: a name to remember.', 'ADA')).toBe('Ada: a name to remember.')
    expect(speech('МАША: Привет.', 'МАША')).toBe('Привет.')
    expect(spokenText({ type: 'Action', text: 'HAGEN: Get out.', character: 'HAGEN' })).toBe(
      'Hagen: Get out.',
    )
  })
})

describe('any line', () => {
  test.each(['你好，世界。', 'مرحبا! هل هذا الشاي ساخن؟', 'ОЧЕНЬ ГОРЯЧИЙ', 'ИНТ. КУХНЯ - ДЕНЬ'])(
    'without Latin letters stays as it is: %s',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe(text)
    },
  )

  test.each(['...', '?!', '—', '♪', ' ', '+', '=', '\u0000\u0007\u001b', '\u3164', '\u200b\u{e0041}', '🎭'])(
    'without a letter or digit is not said: %j',
    (text) => {
      for (const type of TYPES) expect(spoken(type, text)).toBe('')
    },
  )

  test('with a letter or digit is never empty, one row, and the same each time', () => {
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

  test.each([
    'A',
    '-',
    ' ',
    "'",
    '(',
    '/',
    '*',
    'A.',
    '--',
    ' - ',
    'ACT ',
    '—',
    '_',
    ':',
    '1',
    '1/',
    '1985',
    '& ',
    '# ',
    'o.',
    'INT. ',
    '12A ',
    'cu ',
    '\n',
    'SCENE 1 ',
    '…',
    '.',
    '–',
    'Sgt. ',
    'No. ',
  ])('costs no time, be it full of %j', (part) => {
    const start = performance.now()
    for (const type of TYPES) spoken(type, `x${part.repeat(5_000)}x`)
    expect(performance.now() - start).toBeLessThan(1_500)
  })
})

import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

const places = (cue: string, ...parentheticals: string[]) => placeOf(cue, parentheticals).place

describe('product §5: where the speaker of a cue is heard', () => {
  test.each([
    'ANNA (ON PHONE)',
    'ANNA (on phone)',
    'ANNA (V.O. ON PHONE)',
    'ANNA (V.O.) (ON PHONE)',
    'ANNA (V.O./ON PHONE)',
    "ANNA (ON PHONE, CONT'D)",
    "ANNA (ON PHONE) (CONT'D)",
    'ANNA (OVER THE PHONE)',
    'ANNA (OVER CELL PHONE)',
    'ANNA (PHONE)',
    'ANNA (PHONE V.O.)',
    'ANNA (FILTERED)',
    'ANNA (V.O., FILTERED)',
    'ANNA (FILTERED VOICE)',
    'ANNA (ON SPEAKERPHONE)',
    'ANNA (ON SPEAKER)',
    'ANNA (VOICEMAIL)',
    'ANNA (ON ANSWERING MACHINE)',
    'VOICE ON PHONE',
    'WOMAN VOICE ON THE PHONE (V.O.)',
    'ANNA [ON PHONE]',
    'ANNA (ON PHONE',
    'ANA (POR TELÉFONO)',
  ])('%s: on a phone', (cue) => expect(placeOf(cue)).toEqual({ isOffScreen: true, place: 'phone' }))

  test.each([
    'ANNA (ON RADIO)',
    'ANNA (OVER RADIO)',
    'ANNA (OVER THE RADIO)',
    'ANNA (V.O.) (OVER POLICE RADIO)',
    'ANNA (ON WALKIE-TALKIE)',
    'ANNA (OVER COMMS)',
    'ANNA (OVER COMM)',
    'ANNA (OVER INTERCOM)',
    'ANNA (OVER P.A.)',
    'ANNA (ON TV)',
    'ANNA (ON T.V.)',
    'ANNA (ON TELEVISION)',
    'ANNA (MEGAPHONE)',
    'ANNA (THROUGH LOUDSPEAKER)',
    'VOICE OVER RADIO',
    'ANNA (ÜBER FUNK)',
  ])('%s: on a radio', (cue) => expect(placeOf(cue)).toEqual({ isOffScreen: true, place: 'radio' }))

  test.each([
    'ANNA (O.S.)',
    'ANNA (o.s.)',
    'ANNA (OS)',
    'ANNA (O.C.)',
    'ANNA (O. S.)',
    'ANNA O.S.',
    "ANNA (O.S.) (CONT'D)",
    "ANNA (O.S., CONT'D)",
    'ANNA (OFF SCREEN)',
    'ANNA (OFF-CAMERA)',
    'ANNA (THROUGH DOOR)',
    'ANNA (THROUGH THE BATHROOM DOOR)',
    'ANNA (FROM BEHIND THE DOOR)',
    'ANNA (BEHIND CLOSED DOOR)',
    'ANNA (O.S. THROUGH DOOR)',
    'ANNA (DURCH DIE TÜR)',
  ])('%s: behind a door', (cue) => expect(placeOf(cue)).toEqual({ isOffScreen: true, place: 'door' }))

  test.each([
    'ANNA (V.O.)',
    'ANNA (VO)',
    'ANNA V.O.',
    "ANNA (V.O.) (CONT'D)",
    'ANNA (VOICE OVER)',
    'ANNA (OFF)',
  ])('%s: off-screen without a place, because a narration is heard as it is', (cue) =>
    expect(placeOf(cue)).toEqual({ isOffScreen: true }),
  )

  test.each([
    'ANNA',
    "ANNA (CONT'D)",
    'ANNA (INTO PHONE)',
    'ANNA (INTO THE RADIO)',
    'ANNA (TO PHONE)',
    'ANNA (IN RADIO)',
    'ANNA (ON THE PHONE WITH BEN)',
    'ANNA (ON PHONE TO BEN)',
    'ANNA (PICKS UP PHONE)',
    'ANNA (LOOKING AT PHONE)',
    'ANNA (PHONE RINGS)',
    'ANNA (OFF THE PHONE)',
    'ANNA (NOT ON THE PHONE)',
    'ANNA (TURNS OFF RADIO)',
    'ANNA (ON STAGE)',
    'ANNA (ON HORSE)',
    'ANNA (AT THE DOOR)',
    'ANNA (OPENS DOOR)',
    'ANNA (WALKING THROUGH THE DOOR)',
    'ANNA (WHISPERING)',
    'ANNA (PRE-LAP)',
    'ANNA (O.S., PRELAP)',
    'ANNA (OVERJOYED)',
    'ANNA (OVER HER SHOULDER)',
    'ANNA (FROM THE KITCHEN)',
    'ANNA (20S)',
    'PHONE REPAIRMAN',
    'RADIO HOST',
    'MAN ON PHONE',
    'DOORMAN',
    'BOSC',
    'MRS. VO',
    '',
    '(',
  ])('%j: here', (cue) => expect(placeOf(cue)).toEqual({ isOffScreen: false }))
})

describe('product §5: parentheticals below the cue', () => {
  test.each([
    ['ANNA', '(over phone)', 'phone'],
    ['ANNA', '(over the radio; urgent)', 'radio'],
    ['ANNA', '(urgent, over the radio)', 'radio'],
    ['ANNA', '(filtered)', 'phone'],
    ['ANNA', '(through the door)', 'door'],
    ['ANNA (V.O.)', '(on phone)', 'phone'],
    ['ANNA (V.O.)', '(on the radio)', 'radio'],
    ['ANNA (O.S.)', '(on intercom)', 'radio'],
    ['ANNA (O.S.)', '(into phone)', 'door'],
    ['ANNA (ON PHONE)', '(laughs)', 'phone'],
    ['ANNA', '(on phone)', undefined],
    ['ANNA', '(into phone)', undefined],
    ['ANNA', '(phone)', undefined],
    ['ANNA', '(turning to the radio)', undefined],
    ['ANNA', '(calls through the open door to Ben)', undefined],
    ['ANNA (ON PHONE)', '(into phone)', undefined],
    ['ANNA (O.S.)', '(entering)', undefined],
    ['ANNA (V.O.)', '(on horseback)', undefined],
  ])('%s %s: %s', (cue, parenthetical, place) => expect(places(cue, parenthetical)).toBe(place))

  test('the last one that names a place applies', () => {
    expect(places('ANNA', '(over phone)', '(quietly)')).toBe('phone')
    expect(places('ANNA', '(over phone)', '(through the door)')).toBe('door')
    expect(placeOf('ANNA (O.S.)', ['(loud)', '(enters)'])).toEqual({ isOffScreen: false })
  })
})

test('reads cues and parentheticals of any length in linear time', () => {
  for (const unit of ['(', 'o.s. ', 'on the ', '(v.o.', 'through the ', ' ', "'", 'voice on ', 'v o ']) {
    const text = unit.repeat(100_000 / unit.length)
    expect(processorMs(() => placeOf(text, [text]))).toBeLessThan(200)
  }
})

import { expect, test } from 'vitest'
import { matchDrafts } from './match-drafts.ts'
import { readDraft } from './testing/read-draft.ts'

/** Each change as its kind with the old text, `old → new` where they differ. */
const revised = (old: string, next: string) => {
  const [before, after] = [readDraft(old), readDraft(next)]
  return matchDrafts(before, after).map(({ kind, ...change }) => {
    const was = change.old === undefined ? '' : before[change.old]!.text
    const is = change.new === undefined ? '' : after[change.new]!.text
    return `${kind}: ${kind === 'reworded' ? `${was} → ${is}` : was || is}`
  })
}
const expected = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.trim())

test('typography, spaces, case and extensions of cues are no change', () => {
  expect(
    revised(
      `INT. KITCHEN - DAY\n"Wait" -- he can't... go.\n@LT. KAREN (V.O.)\nIt’s over.\n@LT. KAREN\n(MORE)`,
      `Int.  Kitchen – Day\n“Wait” — he can’t… go.\n@Lt Karen (CONT’D)\nIt's over.\n@Lt. Karen (O.S.)\n(more)`,
    ),
  ).toEqual(
    expected(`
      same: INT. KITCHEN - DAY
      same: "Wait" -- he can't... go.
      same: LT. KAREN (V.O.)
      same: It’s over.
      same: LT. KAREN
      same: (MORE)`),
  )
})

test('a cue is no rewording of another character’s cue', () => {
  expect(
    revised(
      `Fog rolls in from the harbor.\n@ATLAS (V.O.)\nNo one reads the last page first.\n\nA bell rings twice.`,
      `Fog rolls in from the harbor.\n@SHAW (V.O.)\nEverybody forgets how it began.\n\nA bell rings twice.`,
    ),
  ).toEqual(
    expected(`
      same: Fog rolls in from the harbor.
      cut: ATLAS (V.O.)
      cut: No one reads the last page first.
      new: SHAW (V.O.)
      new: Everybody forgets how it began.
      same: A bell rings twice.`),
  )
})

test('a polish: renumbered scenes, trimmed and reworded speeches, a scene that was cut', () => {
  expect(
    revised(
      `
      1 INT. BAKERY - DAWN
      Flour hangs in the light. ROSA (60) kneads dough as if it owed her money.
      @ROSA
      You are late again, and the ovens do not wait for us.

      @TIM
      (out of breath)
      The bus broke down.

      @ROSA
      The bus. Always the bus.

      2 EXT. BAKERY - CONTINUOUS
      Snow falls on an empty street.
      3 INT. BAKERY - LATER
      The shelves are full. Tim sweeps.
      @TIM
      Did you ever think of selling the place?

      @ROSA
      No.

      She turns the sign to OPEN.`,
      `
      1 INT. BAKERY - DAWN
      Flour hangs in the light. ROSA (60) kneads dough.
      @ROSA
      You are late again, and the ovens don’t wait for us.

      @TIM
      (out of breath)
      The bus broke down.

      @ROSA
      Always the bus.

      @TIM
      It was on fire this time.

      2 INT. BAKERY - LATER
      The shelves are full. Tim sweeps.
      @TIM
      Did you ever think of selling?

      @ROSA
      No.

      She turns the sign to OPEN.`,
    ),
  ).toEqual(
    expected(`
      same: 1 INT. BAKERY - DAWN
      reworded: Flour hangs in the light. ROSA (60) kneads dough as if it owed her money. → Flour hangs in the light. ROSA (60) kneads dough.
      same: ROSA
      reworded: You are late again, and the ovens do not wait for us. → You are late again, and the ovens don’t wait for us.
      same: TIM
      same: (out of breath)
      same: The bus broke down.
      same: ROSA
      reworded: The bus. Always the bus. → Always the bus.
      cut: 2 EXT. BAKERY - CONTINUOUS
      cut: Snow falls on an empty street.
      new: TIM
      new: It was on fire this time.
      reworded: 3 INT. BAKERY - LATER → 2 INT. BAKERY - LATER
      same: The shelves are full. Tim sweeps.
      same: TIM
      reworded: Did you ever think of selling the place? → Did you ever think of selling?
      same: ROSA
      same: No.
      same: She turns the sign to OPEN.`),
  )
})

test('a restructuring: a scene moves and one is omitted, a speech goes to another character', () => {
  expect(
    revised(
      `
      INT. FERRY - NIGHT
      Engines hum below the deck.
      @MILA
      Tell me again why we could not fly.

      @OTTO
      Because planes have windows, and I do not want to see it.

      EXT. FERRY - DECK - NIGHT
      Otto lights a cigarette against the wind.
      @SAILOR
      No smoking on this side, sir.

      INT. CAR DECK - NIGHT
      Rows of trucks, chained to the floor.
      @MILA
      Which one is ours?

      @OTTO
      The one that ticks.

      EXT. HARBOR - DAWN
      The ferry docks without a sound.`,
      `
      INT. CAR DECK - NIGHT
      Rows of trucks, chained to the floor.
      @MILA
      Which one is ours?

      @OTTO
      The one that ticks.

      INT. FERRY - NIGHT
      Engines hum below the deck.
      @MILA
      Tell me again why we could not fly.

      @SAILOR
      Because planes have windows, and I do not want to see it.

      OMITTED
      EXT. HARBOR - DAWN
      The ferry docks without a sound.`,
    ),
  ).toEqual(
    expected(`
      same: INT. CAR DECK - NIGHT
      same: Rows of trucks, chained to the floor.
      same: MILA
      same: Which one is ours?
      same: OTTO
      same: The one that ticks.
      moved: INT. FERRY - NIGHT
      moved: Engines hum below the deck.
      moved: MILA
      moved: Tell me again why we could not fly.
      cut: OTTO
      new: SAILOR
      moved: Because planes have windows, and I do not want to see it.
      cut: EXT. FERRY - DECK - NIGHT
      cut: Otto lights a cigarette against the wind.
      cut: SAILOR
      cut: No smoking on this side, sir.
      new: OMITTED
      same: EXT. HARBOR - DAWN
      same: The ferry docks without a sound.`),
  )
})

test('a speech is divided by a line of action, and two lines of action are joined', () => {
  expect(
    revised(
      `
      INT. ATTIC - DAY
      Dust. Boxes.
      A single bulb swings from a wire above them.
      @NORA
      I kept every letter that you wrote from the front. I never opened one of them.

      @PAUL
      Why?`,
      `
      INT. ATTIC - DAY
      Dust. Boxes. A single bulb swings from a wire above them.
      @NORA
      I kept every letter that you wrote from the front.

      She lifts the lid.
      @NORA (CONT'D)
      I never opened one of them.

      @PAUL
      Why?`,
    ),
  ).toEqual(
    expected(`
      same: INT. ATTIC - DAY
      cut: Dust. Boxes.
      reworded: A single bulb swings from a wire above them. → Dust. Boxes. A single bulb swings from a wire above them.
      same: NORA
      reworded: I kept every letter that you wrote from the front. I never opened one of them. → I kept every letter that you wrote from the front.
      new: She lifts the lid.
      new: NORA (CONT'D)
      new: I never opened one of them.
      same: PAUL
      same: Why?`),
  )
})

test('short replies stay with their speeches, and do not pair far away', () => {
  const filler = Array.from({ length: 30 }, (_, n) => `Rain number ${n} drums on roof ${n * 7}.`).join('\n')
  expect(
    revised(
      `INT. BAR - NIGHT\n@KIT\nNo.\n\n@JO\nYou never even tried to call me.\n\n@KIT\nYes.\n\n${filler}\nEXT. BAR - NIGHT\nThe door slams.`,
      `INT. BAR - NIGHT\n@JO\nYou never even tried to call me.\n\n@KIT\nYes.\n\n${filler}\nEXT. BAR - NIGHT\n@KIT\nNo.\n\nThe door slams.`,
    ).filter((change) => !change.includes('Rain number')),
  ).toEqual(
    expected(`
      same: INT. BAR - NIGHT
      cut: KIT
      cut: No.
      same: JO
      same: You never even tried to call me.
      same: KIT
      same: Yes.
      same: EXT. BAR - NIGHT
      new: KIT
      new: No.
      same: The door slams.`),
  )
})

test('two speeches change places', () => {
  expect(
    revised(
      `INT. TENT - DAY\n@ANNA\nThe map is wrong.\n\n@LEO\nThen we are lost.\n\nThe wind answers.`,
      `INT. TENT - DAY\n@LEO\nThen we are lost.\n\n@ANNA\nThe map is wrong.\n\nThe wind answers.`,
    ),
  ).toEqual(
    expected(`
      same: INT. TENT - DAY
      same: LEO
      same: Then we are lost.
      moved: ANNA
      moved: The map is wrong.
      same: The wind answers.`),
  )
})

test('a spelling mistake in a line of one word is a rewording', () => {
  expect(
    revised(`INT. TENT - DAY\n@ANNA\nRuning.\n\nWind.`, `INT. TENT - DAY\n@ANNA\nRunning!\n\nWind.`),
  ).toEqual(
    expected(`
      same: INT. TENT - DAY
      same: ANNA
      reworded: Runing. → Running!
      same: Wind.`),
  )
})

test('a speech of which only the beginning or end is left is reworded', () => {
  const speech =
    'I walked out of that house with nothing. Not a coat, not a coin, not a name that people would remember.'
  expect(
    revised(
      `INT. TENT - DAY\n@ANNA\n${speech}\n\n@LEO\n${speech} And here I am, still walking.\n\nWind.`,
      `INT. TENT - DAY\n@ANNA\nI walked out of that house.\n\n@LEO\nAnd here I am, still walking.\n\nWind.`,
    ).map((change) => change.replace(/:.*/, '')),
  ).toEqual(['same', 'same', 'reworded', 'same', 'reworded', 'same'])
})

const scene = (name: string, lines: string) => `INT. ${name} - DAY\n${lines}\n`

test('what is cut from a moved scene is shown there', () => {
  const [hut, pier, barn] = [
    scene('HUT', 'The stove smokes again tonight.\nA cat sleeps on the only chair.'),
    scene('PIER', 'Waves break over the old planks.'),
    scene('BARN', 'Two horses look up from the hay.\nNo one has been here for a week.'),
  ]
  expect(revised(hut + pier + barn, pier.replace('INT. PIER - DAY\n', '') + barn + hut)).toEqual(
    expected(`
      cut: INT. PIER - DAY
      same: Waves break over the old planks.
      same: INT. BARN - DAY
      same: Two horses look up from the hay.
      same: No one has been here for a week.
      moved: INT. HUT - DAY
      moved: The stove smokes again tonight.
      moved: A cat sleeps on the only chair.`),
  )
})

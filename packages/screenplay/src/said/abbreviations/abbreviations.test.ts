import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'
import { cases } from '../../testing/said-cases.ts'

const said = (type: string, text: string) => saidLine({ type, text }).text

describe('product §3 abbreviations', () => {
  test.each(
    cases({
      'of slug lines': `
        INT. 12 N. ASH CT. - 3RD FL. - DUSK | Interior. Twelve north ash court. Third floor. Dusk.
        EXT. TRAIN STA. / INT'L HOTEL - DAY | Exterior. Train station, international hotel. Day.
        INT. BSMT. LAUNDRY RM. - 2 YRS. LATER | Interior. Basement laundry room. Two years later.
        INT. REGIONAL ARPT. - DAWN | Interior. Regional airport. Dawn.
        EXT. FIFTH AVE. & W. 9TH ST. - NIGHT | Exterior. Fifth avenue and west ninth street. Night.
        EXT. ST. CLAIRE ST. - DAY | Exterior. Saint claire street. Day.
        EXT. BARN - N/D | Exterior. Barn. Night, day.
        INT. HAL RUSK JR.'S DESK - DAY | Interior. Hal rusk junior's desk. Day.
        EXT. HWY 9, NEAR MT. ASH - DAY | Exterior. Highway nine, near Mount ash. Day.
        INT. UNIV. HOSP. - PED. WING | Interior. University hospital. Pediatric wing.
        EXT. S. KOREA - E. GATE | Exterior. South korea. East gate.
        INT. HALL W/ MIRRORS - DAY | Interior. Hall with mirrors. Day.
        EXT. BOISE, ID - DAY | Exterior. Boise, Idaho. Day.
        INT. A/V ROOM | Interior. A V room.`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(said('Scene Heading', text)).toBe(expected)
  })

  test.each(
    cases({
      'places and streets': `
        Meet me on Birch St. at noon. | Meet me on Birch street at noon.
        She lives on Cedar Ave. He left. | She lives on Cedar avenue. He left.
        St. Brigid's is near Ft. Dale. | Saint Brigid's is near Fort Dale.`,
      titles: `
        Dr. Lowe and Mrs. Pike met Gen. Ray. | Doctor Lowe and Missus Pike met General Ray.
        Lt. Gov. Marsh, the Dr. is in. | Lieutenant Governor Marsh, the doctor is in.
        Ask Asst. Chief Moss. | Ask Assistant Chief Moss.`,
      'books and times': `
        See pp. 7-9 of Ch. 4 and Vol. 2. | See pages seven to nine of chapter four and volume two.
        Take Rte. 8 for 20 mins. | Take route eight for twenty minutes.
        We open Mon.-Fri. | We open Monday to Friday.`,
      'little words': `
        Eggs w/ ham, w/o salt, b/c I like it. | Eggs with ham, without salt, because I like it.
        Cats vs. dogs, e.g. mine, etc. | Cats versus dogs, for example mine, et cetera.
        It took approx. a year. | It took approximately a year.`,
      states: `
        Born in Medford, OR. Raised in Bangor, ME. | Born in Medford, Oregon. Raised in Bangor, Maine.
        We left Tulsa, OK for Gary, IN. | We left Tulsa, Oklahoma for Gary, Indiana.
        Is that you, Tom, OR not? Fine, OK. Hi, ME. | Is that you, Tom, Or not? Fine, okay. Hi, Me.
        Raised in Duluth, Minn. by wolves. | Raised in Duluth, Minnesota by wolves.`,
      compass: `
        Head N. on the trail, then due SE. | Head north on the trail, then due southeast.
        Meet N. Shaw and E. Pike. | Meet N. Shaw and E. Pike.
        Oak Jr. Blvd. runs N. and S. | Oak junior boulevard runs north and south.`,
      'books of the Bible': `
        Read Gen. 3:16 and Rev. 8:11. | Read Genesis three sixteen and Revelation eight eleven.`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(said('Dialogue', text)).toBe(expected)
  })

  test.each([
    ['Character', 'MAN W/ HAT', 'Man with Hat'],
    ['Character', 'ASST. D.A. NOLAN', 'Assistant D A Nolan'],
    ['Character', 'LT. GOV. ODELL', 'Lieutenant Governor Odell'],
    ['Character', 'COP #3', 'Cop number three'],
    ['Character', 'ZOE/MAX', 'Zoe, Max'],
    ['Action', '6 mos. later she waves, MOS.', 'Six months later she waves, M O S.'],
    ['Action', 'A cry, O.S. Men in the b.g. run.', 'A cry, off screen. Men in the background run.'],
    ['Action', 'A VOICE (V.O.)', 'A voice (voice over)'],
    ['Shot', 'EST. - THE PIER, THEN BACK TO SC.', 'Establishing, the pier, then back to scene.'],
    ['Shot', 'CU - THE RING', 'Close up, the ring.'],
    ['Shot', "MAX'S POV - THE HILL", "Max's P O V, the hill."],
    ['Parenthetical', '(w/ a sigh)', 'with a sigh'],
    ['Parenthetical', '(O.S.)', 'Off screen'],
  ])('of %s %j are %j', (type, text, expected) => {
    expect(said(type, text)).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'

/** Rows of "written | said". */
const rows = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' | ') as [string, string])

const said = (text: string, type = 'Dialogue') => saidLine({ type, text }).text

const CASES: Readonly<Record<string, string>> = {
  'cardinals and ordinals': `
    We have 7 horses and 1,412 head of cattle. | We have seven horses and one thousand four hundred twelve head of cattle.
    A town of 3,000,000. | A town of three million.
    Serial 88120473. | Serial eight eight one two oh four seven three.
    The 23rd rider wins. The 102nd walks. | The twenty-third rider wins. The one hundred second walks.
    1000s of crows, two 9s and four 20s. | Thousands of crows, two nines and four twenties.
    It has 1.2M readers. | It has one point two million readers.
    The girl in 4C sings. | The girl in four C sings.
    In bunk 09. | In bunk oh nine.`,
  'decimals and versions': `
    It costs 2.75 of your lives. | It costs two point seven five of your lives.
    By .04 of a second. | By point zero four of a second.
    The server is 192.0.2.1. | The server is one hundred ninety-two dot zero dot two dot one.
    Run v2.1. | Run version two point one.`,
  'years and decades': `
    Built in 1893, burned in 1905. | Built in eighteen ninety-three, burned in nineteen oh five.
    The 1990s. The '80s. My '66 Mustang. | The nineteen nineties. The eighties. My sixty-six Mustang.
    From 1939-1945 he hid. | From nineteen thirty-nine to nineteen forty-five he hid.
    Since 2000 or 2003. | Since two thousand or two thousand three.`,
  dates: `
    Meet me on April 2nd, 1961. | Meet me on April second, nineteen sixty-one.
    It closed Oct. 9. | It closed October ninth.
    The 3rd of June. The 4 of July. | The third of June. The fourth of July.
    They sailed in August. 12 never returned. | They sailed in August. Twelve never returned.
    We march 12 miles. You may 2 times. | We march twelve miles. You may two times.
    The file of 2/9/87. | The file of February ninth, nineteen eighty-seven.
    We wrap 6/14. | We wrap June fourteenth.
    I was off June 3-5. | I was off June third to fifth.
    2019-03-07 | March seventh, twenty nineteen`,
  times: `
    At 6:05, 7:00 and 14:00. | At six oh five, seven o'clock and fourteen hundred.
    From 9:30-11:00 daily. | From nine thirty to eleven daily.
    It is 4:45 p.m. already. | It is four forty-five P.M. already.
    I rise at 5 AM. | I rise at five A.M.
    I am 10 am I not? | I am ten am I not?
    We land at 0530 hours. | We land at oh five thirty hours.
    Luke 2:14 has it, at 30:1. | Luke two fourteen has it, at thirty to one.`,
  money: `
    He owes $2,300. She owes $1. | He owes twenty-three hundred dollars. She owes one dollar.
    It was $6.40 with tip. | It was six dollars and forty cents with tip.
    A $50 ticket, or $40-60 at the door. | A fifty dollar ticket, or forty to sixty dollars at the door.
    They paid $3.2 million, then $9k. | They paid three point two million dollars, then nine thousand dollars.
    It pays $800/mo. or £12/hr. | It pays eight hundred dollars a month or twelve pounds an hour.
    A $70-a-week room. 5¢ a word. | A seventy dollar a-week room. Five cents a word.
    ¥900 or €1.20. | Nine hundred yen or one euro and twenty cents.`,
  fractions: `
    I ate 3/4 of it, then ½. | I ate three quarters of it, then one half.
    It took 2 1/2 days. 6¾ exactly. | It took two and a half days. Six and three quarters exactly.
    Only 4/5ths came. | Only four fifths came.
    I rate it 6/10. | I rate it six out of ten.
    His pressure is 130/85. | His pressure is one thirty over eighty-five.
    Wait 1/2 hour. | Wait half an hour.
    Open 24/7 since 9/11. | Open twenty-four seven since nine eleven.`,
  'measures and degrees': `
    The pod drops at 90 mi/hr. It pays $45k/yr. | The pod drops at ninety miles per hour. It pays forty-five thousand dollars a year.
    She rated her dentist 3/10. | She rated her dentist three out of ten.
    A 5 lb. ham weighs 5 lbs. | A five pound ham weighs five pounds.
    It is 12 ft. long. A 12 ft. wall. | It is twelve feet long. A twelve foot wall.
    The limit is 90 km/h. | The limit is ninety kilometers per hour.
    She is 5'9" in socks. | She is five foot nine in socks.
    Give me 20 min. Then go. | Give me twenty minutes. Then go.
    -8° now, 21℃ later, 70°F inside. | Minus eight degrees now, twenty-one degrees Celsius later, seventy degrees Fahrenheit inside.
    A 45° turn of 1°. | A forty-five degree turn of one degree.
    9mm rounds, 65% of them. | Nine millimeter rounds, sixty-five percent of them.
    A 4x6 print of a 30 W. Elm house. | A four by six print of a thirty west Elm house.
    Only 3 in the boat, 3 in. of water. | Only three in the boat, three inches of water.`,
  'codes, scores and ranges': `
    10-4, over. We are 50-50. | Ten four, over. We are fifty-fifty.
    It takes 10-12 minutes. | It takes ten to twelve minutes.
    They lead 21-17. | They lead twenty-one seventeen.
    Turn to 6-2-7. | Turn to six, two, seven.
    I work 9-5 with 3-4 men. | I work nine to five with three to four men.
    2 + 3 = 5 | Two plus three equals five
    An 8-year-old in a 9-to-5. | An eight-year-old in a nine-to-five.
    I got a B+ and an A- in art. | I got a B plus and an A minus in art.`,
  telephones: `
    Call 555-0148. | Call five five five, oh one four eight.
    Dial 911, or (310) 555-0170. | Dial nine one one, or three one oh, five five five, oh one seven oh.
    1-800-555-0123 | One, eight hundred, five five five, oh one two three`,
  'names with numbers': `
    Room 318, Flight 204, Highway 101. | Room three eighteen, Flight two oh four, Highway one oh one.
    At 806 Pine Street. | At eight oh six Pine Street.
    A .45 beats a .357. | A forty-five beats a three fifty-seven.
    The 737 and the F-150. | The seven thirty-seven and the F one fifty.
    Two AK-47s, a B-52, MI6 and R2-D2. | Two A K forty-sevens, a B fifty-two, M I six and R two D two.
    Agent 007 is No. 3. | Agent double oh seven is number three.
    Was it you? No. 2 of us. | Was it you? No. two of us.
    You are #1 here. | You are number one here.
    She is from 60614. | She is from six oh six one four.`,
}

describe.each(Object.entries(CASES))('product §3 says in words: %s', (_kind, cases) => {
  test.each(rows(cases))('%s', (written, expected) => {
    expect(said(written)).toBe(expected)
  })
})

test('product §3 in labels and cues', () => {
  expect(said('SUPER: 4 MAY 1902', 'Action')).toBe('Super: the fourth of May nineteen oh two')
  expect(said('INT. ROOM 1408 - 2ND FLOOR - 5:30 PM', 'Scene Heading')).toBe(
    'Interior. Room fourteen oh eight. Second floor. Five thirty P.M.',
  )
  expect(said('2ND COP #4', 'Character')).toBe('Second Cop number four')
})

test('product §3: numbers of a line in another language stay for its voice', () => {
  const line = { type: 'Dialogue', text: 'Son las 8:15, y cuesta 20 €.' }
  expect(saidLine({ ...line, language: 'es' }).text).toBe(line.text)
  expect(saidLine(line, 'es').text).toBe(line.text)
  expect(saidLine({ type: 'Scene Heading', text: 'INT. CUISINE - JOUR (1968)' }).text).toBe(
    'Intérieur. Cuisine. Jour. 1968.',
  )
})

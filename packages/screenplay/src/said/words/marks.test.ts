import { processorMs } from '@andscene/testing/processor-time'
import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'
import { cases } from '../../testing/said-cases.ts'

describe('product §3 addresses, marks and signs', () => {
  test.each(
    cases({
      addresses: `
        Go to https://redbarn.net/plan_4.pdf now. | Go to redbarn dot net slash plan underscore four dot P D F now.
        Write to tess@mill.org or www.mill.org. | Write to tess at mill dot org or W W W dot mill dot org.
        Tag it #SaveTheBarn, #TBT, says @NoraPike. | Tag it hashtag save the barn, hashtag T B T, says at nora pike.
        Go to constructor.com/toString, Bo. | Go to constructor dot com slash to string, Bo.
        Open notes.txt in the .com boom. | Open notes dot T X T in the dot com boom.
        He left.She stayed. | He left.She stayed.`,
      'marks of other tools': `
        ==Really== **now** _here_ &amp; <i>there</i>. | Really now here and there.
        It&#39;s {{fine}} [[ask Bo]]. | It's fine.
        Keep ~~this~~ that &lt;b&gt;bold&lt;/b&gt;. | Keep this that bold.`,
      'censored words': `
        What the f**k, you a**hole? | What the fuck, you asshole?
        This is bullsh!t, d*mn it. | This is bullshit, damn it.
        They watch B*A*R*N. | They watch Barn.
        You $#!% liar. | You liar.
        Abso-f*cking-lutely. | Abso-fucking-lutely.`,
      signs: `
        I ♥ MOM. Room № 4, § 3. | I heart Mom. Room number four, section three.
        Salt & pepper, Q&A, A+ | Salt and pepper, Q and A, A plus
        Coke® © 1999 ~40 men | Coke copyright nineteen ninety-nine about forty men
        From A → B • now ★ | From A to B, now,`,
      'held letters': `
        Pl-e-e-ease! Nooooo! Soooo good. | Please! No! So good.
        R-o-o-o-om service! C-o-o-l, with two o's. | Room service! C O O L, with two o's.
        Reeeeally? Helloooo, Annnna! Goooood. | Really? Hello, Anna! Good.
        Ahhh. Shhhh. S-s-stop. W-what? | Ahhh. Shhhh. S-s-stop. W-what?`,
      slashes: `
        Ask his/her and/or your mother. | Ask his or her and or your mother.
        Sing it low, / sing it slow / and go | Sing it low, sing it slow, and go
        I like AC/DC. | I like A C D C.
        You are so /grown up! | You are so grown up!`,
      'loan words': `
        Beef au jus, an au pair, apple pie à la mode. | Beef au jus, an au pair, apple pie à la mode.`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(saidLine({ type: 'Dialogue', text }).text).toBe(expected)
  })

  test.each([
    'a@',
    'http://a.',
    '#a',
    '*a',
    'f*',
    '<a ',
    '&#1',
    '[[',
    '=',
    'a-',
    'I ',
    'A.',
    '(to ',
    'e-e',
    'A/',
    ', OR',
    '_',
    '\\',
    '{{a',
    'mon-',
    'a** ',
    '10-4 ',
  ])('a line full of %j is done in linear time', (part) => {
    const text = `x ${part.repeat(20_000 / part.length)} x`
    const types = ['Dialogue', 'Action', 'Scene Heading']
    expect(processorMs(() => types.map((type) => saidLine({ type, text })))).toBeLessThan(3_000)
  })
})

import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'
import { cases } from '../../testing/said-cases.ts'

describe('product §3 letters and words in capitals', () => {
  test.each(
    cases({
      'letters said one by one': `
        The NSA tapped my DVR and two ATVs. | The N S A tapped my D V R and two A T Vs.
        My PhD is from UCLA, my BSc from MIT. | My P H D is from U C L A, my B S C from M I T.
        Tell the FBI's man and the CEO. | Tell the F B I's man and the C E O.
        I'm the D.A., he is U.S. Navy. | I'm the D A, he is U S Navy.
        She moved to the U.K. It rained. | She moved to the U K. It rained.
        It is spelled C-A-T, not K A T. | It is spelled C A T, not K A T.
        Turn off the tv, says the dj. | Turn off the T V, says the D J.
        He lost his IDs at the HQ of NCIS. | He lost his I Ds at the H Q of N C I S.
        Three EMTs, two RVs, one MVP. | Three E M Ts, two R Vs, one M V P.
        The feed is at 4 PM EST. | The feed is at four P.M. E S T.`,
      'letters that are a word too': `
        Ask the IT guy whether IT is plugged in. | Ask the I T guy whether It is plugged in.
        The US Army wants you, not US. | The U S Army wants you, not Us.
        The WHO warned them. WHO listened? | The W H O warned them. Who listened?
        She is the DA, not da best. | She is the D A, not da best.
        Get him to the ER. ER, maybe not. | Get him to the E R. E R, maybe not.
        He is MIA since May. MIA waves. | He is M I A since May. Mia waves.
        The SAT score is in. He SAT there. | The S A T score is in. He Sat there.
        I AM on AM radio. | I Am on A M radio.
        His MO never changes. | His M O never changes.
        WE KNOW IT IS US OR THEM. | We know it is us or them.
        THE US EMBASSY CALLED THE ER. | The U S embassy called the E R.`,
      'letters that are said as a word': `
        NASA called SWAT. He went AWOL. | Nasa called Swat. He went Awol.
        I need it ASAP, says NATO. | I need it Asap, says Nato.
        HMM. SHHH. PSST! | Hmm. Shhh. Psst!`,
      'shouted words': `
        She opens the GATE and RUNS. | She opens the Gate and Runs.
        I DON'T KNOW, O'HARA. I'M LATE! | I don't know, O'Hara. I'm late!
        THE FBI IS HERE! | The F B I is here!`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(saidLine({ type: 'Dialogue', text }).text).toBe(expected)
  })

  test.each([
    ['Character', 'DA COLEMAN', 'D A Coleman'],
    ['Character', 'ADA', 'Ada'],
    ['Character', 'TJ', 'T J'],
    ['Character', 'МАША', 'МАША'],
    ['Scene Heading', 'INT. ER - NIGHT', 'Interior. E R. Night.'],
    ['Scene Heading', 'EXT. DOWNTOWN LA - DAY', 'Exterior. Downtown L A. Day.'],
    ['Scene Heading', 'EXT. LA MESA - DAY', 'Exterior. La mesa. Day.'],
    ['Scene Heading', 'INT. DEA / ATF LAB', 'Interior. D E A, A T F lab.'],
    ['Scene Heading', 'int. cia tv room - nighT', 'Interior. C I A T V room. Night.'],
    ['Action', 'IT takes US under.', 'It takes Us under.'],
  ])('of %s %j are %j', (type, text, expected) => {
    expect(saidLine({ type, text }).text).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'
import { saidLine } from '../said-line.ts'
import { cases } from '../../testing/said-cases.ts'

const said = (type: string, text: string) => saidLine({ type, text }).text

describe('product §3 brackets in a speech', () => {
  test.each(
    cases({
      'a direction is a pause': `
        Right. (beat) Leave. (laughs) | Right. Leave.
        I (long pause) never lied. | I, never lied.
        (to Nora) Sit down. | Sit down.
        (into phone) Who is it? | Who is it?
        Fine. (turns to the window) It rains. | Fine. It rains.
        Sure. (sotto) Liar. [sighs] Next. | Sure. Liar. Next.
        Go. (softly) Please. (smiling at her) Go. | Go. Please. Go.
        He said it (whispering), then left. | He said it, then left.
        (a gunshot) Down! (all smiles) Hi. (her voice breaking) Oh. | Down! Hi. Oh.
        Well... (sighs) ...no. (Beat. He nods.) Yes. | Well... no. Yes.
        Stop. (in French) Now. (with a grin) Good. | Stop. Now. Good.
        Yes. (re: the map) Look. (off his look) What? | Yes. Look. What?
        No. (under her breath) Fool. (tries the door) Locked. | No. Fool. Locked.`,
      'other brackets are said': `
        I saw it twice (once at dawn). | I saw it twice, once at dawn.
        My aunt (she is a nun) drove. | My aunt, she is a nun, drove.
        He owes me (including rent) a lot. | He owes me, including rent, a lot.
        They left (finally) at ten. | They left, finally, at ten.
        The old mill (or what is left) burns. | The old mill, or what is left, burns.
        You know him (the tall one), right? | You know him, the tall one, right?
        Call me (I mean it). | Call me, I mean it.
        I gave it to her (to Nora, I think). | I gave it to her, to Nora, I think.
        Bring wine (red, please) and cheese. | Bring wine, red, please, and cheese.
        Call Al (short for Alan). | Call Al, short for Alan.
        It was cheap (two bucks). | It was cheap, two bucks.
        She came back (with the money) at six. | She came back, with the money, at six.`,
    }),
  )('%s: %s', (_, text, expected) => {
    expect(said('Dialogue', text)).toBe(expected)
  })
})

describe('product §3 furniture of the page', () => {
  test.each([
    ['Dialogue', '(MORE)'],
    ['Parenthetical', '(MORE)'],
    ['Parenthetical', "(CONT'D)"],
    ['Character', "(CONT'D)"],
    ['General', 'CONTINUED: (3)'],
    ['Action', 'CONTINUED:'],
    ['Action', '(CONTINUED)'],
    ['Scene Heading', '12 CONTINUED: 12'],
    ['General', '58.'],
    ['General', '- 7 -'],
    ['General', 'Page 12'],
    ['Scene Heading', '14 OMITTED 14'],
    ['Scene Heading', 'SCENES 3-5 OMITTED'],
    ['Action', 'OMITTED'],
    ['Action', '**'],
  ])('is silent: %s %j', (type, text) => {
    expect(said(type, text)).toBe('')
  })

  test.each([
    ['Dialogue', '58.', 'Fifty-eight.'],
    ['Dialogue', 'Continued.', 'Continued.'],
    ['Dialogue', 'I want more.', 'I want more.'],
    ['Action', 'He omitted it.', 'He omitted it.'],
    ['Action', 'The show continued.', 'The show continued.'],
    ['Scene Heading', "INT. BARN - CONT'D", 'Interior. Barn. Continued.'],
    ['Dialogue', 'More!', 'More!'],
    ['Action', 'He sits. *', 'He sits.'],
  ])('lines that look like it are said: %s %j', (type, text, expected) => {
    expect(said(type, text)).toBe(expected)
  })
})

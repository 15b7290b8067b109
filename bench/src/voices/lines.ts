import type { Line } from '@andscene/contracts/script'

type BenchLine = Pick<Line, 'type' | 'text'>
export type LineGroup = {
  name: string
  /** Primary subtag of the language of its lines. */
  language: string
  /** Too short to be judged one by one: scored as they are heard, one after the other. */
  areShort: boolean
  lines: readonly BenchLine[]
}

const said = (...texts: string[]): BenchLine[] => texts.map((text) => ({ type: 'Dialogue', text }))

/** What the goal is measured on: a page of a screenplay, of all that has to be read from one. */
export const SCREENPLAY = 'screenplay'

export const LINE_GROUPS: readonly LineGroup[] = [
  {
    name: SCREENPLAY,
    language: 'en',
    areShort: false,
    lines: [
      { type: 'Scene Heading', text: 'INT. POLICE STATION - INTERVIEW ROOM - NIGHT' },
      {
        type: 'Action',
        text: 'She crosses the empty kitchen, opens the drawer, and stares at the letter she swore she had burned.',
      },
      ...said(
        'I told you not to come back here. You know what they do to people who come back.',
        'Margaret, why didn’t you tell me about Daniel before the wedding?',
        'On March 3rd, 1987, somebody paid $2,450 for a boat that never left the harbor.',
        'Get out! Get out of my house, right now!',
        'Please, be quiet. Don’t move. He’s standing right behind the door.',
        'When I was nine years old, my father took me down to the river and told me that everything I loved would one day be carried off by the water, and I believed him.',
        'Oh, my God. Are you serious? You drove all night in that thing?',
        'Siobhan Nguyen and Mr. O’Malley met at 7:30 pm in Worcester, Massachusetts.',
        'I don’t want your money. I want my brother back.',
      ),
      {
        type: 'Action',
        text: 'Rain hammers the windshield. Through it: the red lights of a train, moving, then not moving.',
      },
      { type: 'Transition', text: 'SMASH CUT TO:' },
      ...said('Well, that’s the thing about lighthouses... nobody thanks them until it’s too late.'),
    ],
  },
  {
    name: 'words',
    language: 'en',
    areShort: true,
    lines: said('No.', 'Wait!', 'Hello?', 'Yes, sir.', 'Why?', 'Run!', 'Mom?', 'Exactly.'),
  },
  {
    name: 'interjections',
    language: 'en',
    areShort: true,
    lines: said('Oh.', 'Hmm...', 'Mm-hmm.', 'Shhh!', 'Ugh.', 'Wow!', 'Tsk.', 'Ha ha ha!'),
  },
  {
    name: 'numbers',
    language: 'en',
    areShort: false,
    lines: said(
      'It’s 555-0142, extension 9, and the combination is 36, 12, 24.',
      'She was born on 11/23/1952, at 4:15 in the morning.',
      'You owe me $1,200.50, plus 8% interest.',
    ),
  },
  {
    name: 'shouted',
    language: 'en',
    areShort: false,
    lines: said(
      'EVERYBODY GET DOWN! GET DOWN ON THE FLOOR, NOW!',
      'YOU LIED TO ME! Twenty years, and you LIED!',
    ),
  },
  {
    name: 'names',
    language: 'en',
    areShort: false,
    lines: said(
      'Aoife, this is Xavier Hernández, and that’s Dr. Krzysztof Nowak.',
      'Hermione took the train from Leicester to Edinburgh with Sean and Nguyen Van Minh.',
    ),
  },
  {
    name: 'Spanish',
    language: 'es',
    areShort: false,
    lines: said(
      'Te dije que no volvieras. Ya sabes lo que le hacen a la gente que vuelve.',
      'Margarita, ¿por qué no me hablaste de Daniel antes de la boda?',
      '¡Fuera! ¡Fuera de mi casa, ahora mismo!',
      'El tres de marzo de 1987 alguien pagó 2450 dólares por un barco.',
    ),
  },
  {
    name: 'French',
    language: 'fr',
    areShort: false,
    lines: said(
      'Je t’avais dit de ne pas revenir. Tu sais ce qu’ils font aux gens qui reviennent.',
      'Marguerite, pourquoi ne m’as-tu pas parlé de Daniel avant le mariage ?',
      'Dehors ! Sortez de chez moi, tout de suite !',
      'Le trois mars 1987, quelqu’un a payé 2450 dollars pour un bateau.',
    ),
  },
]

import { fdxFile } from '@andscene/testing/fdx-file'

const speech = (name: string, text: string) => [
  { type: 'Character', text: name },
  { type: 'Dialogue', text },
]
const SCENE = [
  { type: 'Scene Heading', text: 'INT. LIGHTHOUSE - NIGHT' },
  { type: 'Action', text: 'The lamp turns.' },
]

/** A draft of SHORT_SCRIPT: its last speech is reworded, and a speech is added. */
export const REWORDED = fdxFile([
  ...SCENE,
  ...speech('MARA', 'Who is there?'),
  ...speech('OLD TOM', 'Only the wind and the sea.'),
  ...speech('MARA', 'Then let it in.'),
])

/** A draft of SHORT_SCRIPT without Mara's speech. */
export const CUT = fdxFile([...SCENE, ...speech('OLD TOM', 'Only the sea.')])

/** A draft of SHORT_SCRIPT in which Old Tom is called Tom Reed. */
export const RENAMED = fdxFile([
  ...SCENE,
  ...speech('MARA', 'Who is there?'),
  ...speech('TOM REED', 'Only the sea.'),
])

/** Nothing in it is in SHORT_SCRIPT. */
export const OTHER_SCRIPT = fdxFile([
  { type: 'Scene Heading', text: 'EXT. MARKET - DAY' },
  { type: 'Action', text: 'Crates of oranges everywhere.' },
  ...speech('SELLER', 'Three for two, today only!'),
  ...speech('BUYER', 'I came for lemons.'),
])

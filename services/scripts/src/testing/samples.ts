import { fdxFile } from '@andscene/testing/fdx-file'

/** Five lines, two characters. */
export const SHORT_SCRIPT = fdxFile([
  { type: 'Scene Heading', text: 'INT. LIGHTHOUSE - NIGHT' },
  { type: 'Action', text: 'The lamp turns.' },
  { type: 'Character', text: 'MARA' },
  { type: 'Dialogue', text: 'Who is there?' },
  { type: 'Character', text: 'OLD TOM' },
  { type: 'Dialogue', text: 'Only the sea.' },
])

import { fdxFile } from '@andscene/testing/fdx-file'
import type { ParsedUpload } from '../parse/file-threads.ts'

/** Five lines, two characters. */
export const SHORT_SCRIPT = fdxFile([
  { type: 'Scene Heading', text: 'INT. LIGHTHOUSE - NIGHT' },
  { type: 'Action', text: 'The lamp turns.' },
  { type: 'Character', text: 'MARA' },
  { type: 'Dialogue', text: 'Who is there?' },
  { type: 'Character', text: 'OLD TOM' },
  { type: 'Dialogue', text: 'Only the sea.' },
])

/** The result of a fake parser. */
export const parsed = (title: string): ParsedUpload => ({
  title,
  pages: 1,
  lineCount: 0,
  characters: [],
  lines: '[]',
  pageStarts: [],
})

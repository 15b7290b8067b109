import { DELIVERIES } from '@andscene/contracts/voices/deliveries'
import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { heard, lineButton, openPage } from '../../testing/opened-page.ts'
import { backend, LINES, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const MESSAGE = 'Ruth cannot whisper. Lines with this direction are read plainly.'
const SECOND = '(whispering) No.'
let scripts = 0

/** Opens a new script in which ANNA's first speeches are whispered, in a voice with these deliveries. */
async function open(deliveries: (typeof DELIVERIES)[number][] | undefined, casting: object = {}) {
  backend.script = {
    ...SCRIPT,
    _id: `plain-${scripts++}`,
    content: {
      ...SCRIPT.content,
      lines: LINES.map((one) => {
        if (one.type === 'Parenthetical') return { ...one, text: '(whispering)' }
        return one.text === 'No.' ? { ...one, text: SECOND } : one
      }),
    },
  }
  backend.voices = backend.voices.map((one) =>
    one.name === 'Ruth' ? voice(one.voiceId, { name: 'Ruth', ...(deliveries && { deliveries }) }) : one,
  )
  const characterAssignments = { ANNA: 'local:ruth', BEN: 'local:magnus' }
  Object.assign(backend.casting, { characterAssignments }, casting)
  await openPage()
}
const play = async (line: number, text: string) => {
  await userEvent.click(lineButton(line))
  await heard(text)
}

test('product §4 says once that a voice cannot do a delivery, when its line plays', async () => {
  await open(['quiet', 'slow'])
  await play(1, 'A kettle sings.')
  expect(screen.queryByText(MESSAGE)).toBeNull()
  await play(4, 'Hello.')
  expect((await screen.findByText(MESSAGE)).tagName).toBe('OUTPUT')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(MESSAGE)).toBeNull()
  await heard(SECOND)
  expect(screen.queryByText(MESSAGE)).toBeNull()
})

test.each([
  ['the voice can do it', ['whispering'] as const, {}],
  ['the backend does not tell', undefined, {}],
  ['directions are not followed', ['quiet'] as const, { deliveries: false }],
])('product §4 shows no notice if %s', async (_why, deliveries, casting) => {
  await open(deliveries && [...deliveries], casting)
  await play(4, 'Hello.')
  await heard(SECOND)
  await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull())
})

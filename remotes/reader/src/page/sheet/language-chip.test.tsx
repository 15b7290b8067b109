import type { Line } from '@andscene/contracts/script'
import { voice } from '@andscene/web-kit/testing/voice'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { output } from '../../testing/fake-sound-system.ts'
import { line } from '../../testing/line.ts'
import { chips, heard, lineButton, openPage, row } from '../../testing/opened-page.ts'
import { backend, clipOf, SCRIPT, setUpReader } from '../../testing/reader-page.tsx'
import { tellPages } from '../../testing/script-events.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

const TEXT = '¿Dónde está mi hija?'
const SPANISH = voice('local:elena', { name: 'Elena', locale: 'es-ES', language: 'Spanish' })

function storeScript(rest: Partial<Line> = {}) {
  const lines = [
    line(0, 'Scene Heading', 'INT. KITCHEN - DAY'),
    line(1, 'Action', 'A kettle sings.'),
    line(2, 'Dialogue', TEXT, { character: 'ANNA', language: 'es', ...rest }),
  ]
  backend.script = { ...SCRIPT, lineCount: lines.length, pages: 1, content: { ...SCRIPT.content, lines } }
}
const languageChip = () => row(2).querySelector<HTMLElement>('[data-chip="language"]')
const tooltip = () => languageChip()?.dataset['tip']

describe('product §5: a line in another language', () => {
  test('has a chip with the language after the voice, which says who speaks it', async () => {
    backend.voices = [...backend.voices, SPANISH]
    storeScript({ audioCache: clipOf('local:ruth', { language: 'es' }) })
    await openPage()
    expect(chips(2)).toEqual(['Dialogue', 'Ruth', 'Spanish', 'Server ✓', '2.0s'])
    await waitFor(() => expect(tooltip()).toBe('Spoken in Spanish by Elena'))
    expect(lineButton(2).lang).toBe('es')
    expect([1, 2].map((index) => chips(index).includes('Spanish'))).toEqual([false, true])
  })

  test('that no voice speaks has a chip with the reason', async () => {
    storeScript()
    await openPage()
    await waitFor(() => expect(tooltip()).toBe('No voice speaks Spanish. Spoken by Ruth'))
  })

  test('with the switch off has no chip, and neither a clip on the device nor on the server is valid', async () => {
    storeScript({ audioCache: clipOf('local:ruth', { language: 'es' }) })
    backend.script = { ...backend.script, languageByLine: false }
    backend.casting = { ...backend.casting, languageByLine: false }
    await openPage()
    expect(chips(2)).toEqual(['Dialogue', 'Ruth', 'Server ✗', 'No Duration'])
  })

  test('is loaded again after the switch is turned while the script is open', async () => {
    storeScript({ audioCache: clipOf('local:ruth', { language: 'es' }) })
    backend.casting = { ...backend.casting, version: 1 }
    await openPage()
    await userEvent.click(lineButton(2))
    await heard('a stored clip')
    expect(backend.calls.filter((call) => call.startsWith('generate'))).not.toContain('generate l2')
    await userEvent.click(screen.getAllByRole('button', { name: 'Pause' })[0]!)
    await waitFor(() => expect(output.audible()).toEqual([]))
    backend.casting = { ...backend.casting, languageByLine: false, version: 2 }
    tellPages('casting', { version: 2 })
    await waitFor(() => expect(languageChip()).toBeNull())
    await userEvent.click(lineButton(2))
    await heard(TEXT)
    expect(backend.calls).toContain('generate l2')
  })
})

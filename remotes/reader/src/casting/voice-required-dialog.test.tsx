import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setUpModals } from './testing/modal.tsx'
import { VoiceRequiredDialog } from './voice-required-dialog.tsx'

setUpModals()

test('product §2 names the character, and leads to its voice or nowhere', async () => {
  const told: string[] = []
  const user = userEvent.setup()
  render(
    <VoiceRequiredDialog
      open
      character="יוסף"
      onClose={() => told.push('cancel')}
      onAssign={() => told.push('assign')}
    />,
  )
  expect(await screen.findByText('Voice Assignment Required')).toBeTruthy()
  expect(
    screen.getByText('The character "יוסף" needs a voice assignment before playback can continue.'),
  ).toBeTruthy()
  expect(screen.getByText('Would you like to assign a voice to this character now?')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Assign Voice' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(told).toEqual(['assign', 'cancel'])
})

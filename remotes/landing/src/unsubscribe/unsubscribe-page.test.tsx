import { unsubscribe } from '@andscene/contracts/routes/profile'
import { backend } from '@andscene/web-kit/testing/backend'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { press, showAt } from '../testing/page.tsx'

vi.mock('@andscene/web-kit/identity', () => import('../testing/identity.ts'))

const server = backend()
const KEY = 'k'.repeat(43)
const heading = (name: string) => screen.findByRole('heading', { name })

describe('product §12 the link that stops the daily email', () => {
  test('stops it on a click only, because mail programs open links', async () => {
    const keys: string[] = []
    server.use(
      stub(unsubscribe, () => failed('VALIDATION', 'Not now'), { once: true }),
      stub(unsubscribe, ({ query }) => {
        keys.push(query.get('key')!)
        return { success: true }
      }),
    )
    showAt(`/unsubscribe#${KEY}`)
    await heading('Stop the daily email?')
    press('Stop the email')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The email was not stopped. Check your connection and try again.',
    )
    expect(keys).toEqual([])
    press('Stop the email')
    await heading('Daily email stopped')
    expect(keys).toEqual([KEY])
    expect(screen.getByRole('link', { name: 'settings' }).getAttribute('href')).toBe('/settings#notes')
  })

  test('says that it is incomplete without a key', async () => {
    showAt('/unsubscribe')
    await heading('This link is incomplete')
    expect(screen.queryByRole('button', { name: 'Stop the email' })).toBeNull()
  })
})

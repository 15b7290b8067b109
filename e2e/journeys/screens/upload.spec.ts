import { fdxFile } from '@andscene/testing/fdx-file'
import { utimes, writeFile } from 'node:fs/promises'
import { expect, test } from '../../fixtures/test.ts'

/* Uploads of real files, which a browser reads from the disk when it sends them. */

const UPLOAD = '**/api/scripts/upload'
const CHANGED = 'The file has changed on this device since you chose it. Choose it again to upload it.'

test.describe('product §4 a file that is saved again between a failed upload and Try Again', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED .*\/api\/scripts\/upload\)/] })

  test('opens the chooser, and the saved file is uploaded with another key', async ({
    page,
    signIn,
  }, testInfo) => {
    const file = testInfo.outputPath('The Draft.fdx')
    const save = async (text: string, at: Date) => {
      await writeFile(file, fdxFile([{ type: 'Action', text }]))
      await utimes(file, at, at)
    }
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/scripts/upload')) keys.push(request.headers()['idempotency-key'])
    })
    await save('The first version.', new Date('2026-11-20T12:00:00Z'))
    await signIn()
    await page.getByRole('tab', { name: 'Upload' }).click()
    await page.route(UPLOAD, (route) => route.abort())
    await page.getByLabel('Script file').setInputFiles(file)
    await expect(page.getByText('Upload failed')).toBeVisible()
    await page.unroute(UPLOAD)

    await save('A second version, which is longer.', new Date('2026-11-20T12:05:00Z'))
    const sent = keys.length
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await opened
    await expect(page.getByRole('alert')).toHaveText(CHANGED)
    expect(keys, 'no request with the unreadable file').toHaveLength(sent)

    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose the file again' }).click()
    await (await again).setFiles(file)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText('A second version, which is longer.')).toBeVisible()
    expect(new Set(keys).size, 'another upload').toBe(2)
  })
})

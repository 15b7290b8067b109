import { expect, test } from 'vitest'
import { fileHarness } from '../testing/harness.ts'
import { SHORT_SCRIPT } from '../testing/samples.ts'
import { guestOf, linked, newOwner } from '../testing/sharing.ts'

const HEADING =
  '<Paragraph Type="Scene Heading"><SceneProperties Length="1 2/8"/><Text>INT. BARN</Text></Paragraph>'
const ACTION =
  '<Paragraph Type="Action"><Text>Hay </Text><Text RevisionID="2">falls.</Text><ScriptNote><Text>Why?</Text></ScriptNote></Paragraph>'
const SETS = '<Revisions><Revision ID="2" Name="Blue Revision" Color="#0000FF" Mark="+"/></Revisions>'
const FILE = `<FinalDraft><Content>${HEADING}${ACTION}</Content>${SETS}</FinalDraft>`

const harness = await fileHarness()

test('product §3: keeps revision marks and scene lengths, which every role may see, and the file as it is', async () => {
  const { ada } = await newOwner(harness)
  const uploaded = (await ada.upload(FILE, { key: 'revised' })).body.data.script
  const address = `/api/scripts/${uploaded._id}`
  const again = (await ada.upload(FILE, { key: 'revised' })).body.data.script
  const guest = await guestOf(harness, (await linked(ada, uploaded._id, { role: 'listener' })).token)
  const opened = (await ada.get(address)).body.data.script
  const heard = (await guest.get(address)).body.data.script
  for (const script of [uploaded, again, opened, heard]) {
    expect(script.revisionSets).toEqual([{ id: 2, name: 'Blue Revision', color: '#0000FF', mark: '+' }])
    expect(script.content.lines).toMatchObject([
      { text: 'INT. BARN', eighths: 10 },
      { text: 'Hay falls.', revisions: [{ start: 4, end: 10, set: 2 }] },
    ])
  }
  expect([opened, heard].map(({ content }) => content.lines[1].scriptNote)).toEqual(['Why?', undefined])
  const file = await ada.request('GET', `${address}/file?notes=all`)
  expect(await file.text()).toBe(FILE)
})

test('product §3: a script without revision marks has no revision sets', async () => {
  const { ada } = await newOwner(harness)
  expect((await ada.upload(SHORT_SCRIPT)).body.data.script).not.toHaveProperty('revisionSets')
})

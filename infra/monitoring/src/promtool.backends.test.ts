import { goTool, runGoTool } from '@andscene/testing/go-tool'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { alerts, asked, dashboard, FOLDER, RULE_FILES, SCRAPE_FILES } from './testing/files.ts'

beforeAll(() => goTool('promtool'))

const promtool = (...args: string[]) => runGoTool('promtool', args, { cwd: FOLDER })

describe('decision 0055: promtool accepts', () => {
  test('the rules', async () => {
    expect(await promtool('check', 'rules', '--lint=all', '--lint-fatal', ...RULE_FILES)).toMatchObject({
      code: 0,
    })
  })

  test.each(SCRAPE_FILES)('%s, with the rules that it loads', async (file) => {
    expect(await promtool('check', 'config', file)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is valid prometheus config[^]*rules found[^]*rules found/),
    })
  })

  test('every expression of the dashboard', async () => {
    const rules = asked(dashboard()).map(({ expr }, n) => ({ record: `asked:number:${n}`, expr }))
    const folder = await temporaryFolder('andscene-asked')
    const file = path.join(folder.path, 'asked.yml')
    await writeFile(file, stringify({ groups: [{ name: 'asked', rules }] }))
    const run = await promtool('check', 'rules', file)
    await folder.remove()
    expect(run).toMatchObject({ code: 0, output: expect.stringContaining(`${rules.length} rules found`) })
  })
})

describe('decision 0055: each alert', () => {
  test('passes its unit tests', async () => {
    expect(await promtool('test', 'rules', 'alerts.test.yml')).toMatchObject({ code: 0 })
  })

  test('has a test that it fires and one that it is silent', () => {
    const { tests } = parse(readFileSync(path.join(FOLDER, 'alerts.test.yml'), 'utf8')) as {
      tests: { name: string }[]
    }
    const expected = alerts().flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`])
    expect(tests.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })
})

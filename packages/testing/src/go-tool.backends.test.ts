import { beforeAll, expect, test } from 'vitest'
import { goTool, runGoTool } from './go-tool.ts'

beforeAll(() => goTool('promtool'))

test('decision 0055 runs the tool of the pinned module and returns how its run ended', async () => {
  const known = await runGoTool('promtool', ['--experimental', 'promql', 'format', 'sum by (b) (a)'])
  expect(known).toEqual({ code: 0, output: 'sum by (b) (a)\n' })
  const refused = await runGoTool('promtool', ['check', 'rules'], { input: 'groups: [{ nam: a }]' })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('field nam not found') })
})

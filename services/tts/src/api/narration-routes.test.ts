import { describe, expect, test } from 'vitest'
import { SpeechError } from '../speech/provider.ts'
import { apiStage } from '../testing/api-stage.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/fake-scripts.ts'

const on = apiStage()

describe('RULINGS: GET /api/scripts/{id}/narration', () => {
  test('counts lines that are ready, waiting and failed', async () => {
    const script = scriptOf(4, 'test:one')
    script.lines.push({ _id: 'again', type: 'Action', text: 'Text number 0.' })
    script.lines.push({ _id: 'empty', type: 'Action', text: ' ' })
    script.lines.push({ _id: 'uncast', type: 'Dialogue', text: 'Hello.', character: 'Nobody' })
    on.stage.scripts.scripts.set('s1', script)
    const narration = async () => (await on.get('/api/scripts/s1/narration')).json().data
    expect(await narration()).toEqual({ total: 5, ready: 0, waiting: 5, failed: 0 })
    on.provider.speak = ({ text }) =>
      text.includes('3') ? Promise.reject(new SpeechError('bad-input', 'no')) : Promise.resolve()
    await on.withWorker()
    await on.stage.plan('s1')
    await eventually(narration).toEqual({ total: 5, ready: 4, waiting: 0, failed: 1 })
    expect((await on.get('/api/scripts/s1/narration', {}, 'somebody-else')).statusCode).toBe(404)
  })
})

// npm run sample -w @andscene/tts: records scene.json of the landing page as hear-it.mp3 and times.json.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { recordScene, type SceneLine } from './record-scene.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder holds scene.json?')
const scene = JSON.parse(await readFile(path.join(folder, 'scene.json'), 'utf8')) as SceneLine[]
const { mp3, times } = await recordScene(scene)
await writeFile(path.join(folder, 'hear-it.mp3'), mp3)
await writeFile(path.join(folder, 'times.json'), `${JSON.stringify(times)}\n`)
process.stdout.write(`${times.durationMs} ms, ${mp3.length} bytes\n`)

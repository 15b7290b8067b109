import { openBareEngine } from './bare-engine.ts'

// Speaks the texts of its argument with the bare engine on one thread; sends the time taken and the length of sound, ms.

const texts = JSON.parse(process.argv[2]!) as string[]
const engine = await openBareEngine(1)
await engine.speak(texts[0]!)
const all = { tookMs: 0, soundMs: 0 }
for (const text of texts) {
  const { tookMs, soundMs } = await engine.speak(text)
  all.tookMs += tookMs
  all.soundMs += soundMs
}
await engine.close()
process.send!(all)
process.disconnect()

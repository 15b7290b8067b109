import { runLauncher } from '../launcher.ts'
import { reportNaturalVoices } from '../natural-voices.ts'
import { seedDemoScript } from '../seed/demo-script.ts'
import { recastDemoScript } from '../seed/natural-cast.ts'

await runLauncher({
  colour: process.stdout.isTTY && !process.env['NO_COLOR'],
  afterReady: async (platform, say, signal) => {
    void reportNaturalVoices(platform, say, signal)
    const title = await seedDemoScript(platform, say, signal)
    if (title) say(`The sample script "${title}" is in the library, cast and ready to play.`)
    await recastDemoScript(platform, say, signal)
  },
})

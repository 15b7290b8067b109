// npm start: the whole product on this machine.
import { runLauncher } from '../launcher.ts'
import { seedDemoScript } from '../seed/demo-script.ts'

await runLauncher({
  colour: process.stdout.isTTY && !process.env['NO_COLOR'],
  afterReady: async (platform, say, signal) => {
    if (await seedDemoScript(platform, say, signal))
      say('The sample script "The Lighthouse Keeper" is in the library, cast and ready to play.')
  },
})

import { COMMANDS, checkArguments, helpOf } from './command-line.mjs'
import { installDependencies } from './dependencies.mjs'
import { runProgram } from './run-program.mjs'
import { Sentence, say } from './machine.mjs'
import { provideProgram } from './programs.mjs'

/** Installs what `command` requires on this machine, then replaces this process with it. */
export async function run([name = 'start', ...args]) {
  if (!Object.hasOwn(COMMANDS, name))
    throw new Sentence(`Unknown command "${name}": use ${Object.keys(COMMANDS).join(', ')}.`, 2)
  const { forwards, needs = [], run: line } = COMMANDS[name]
  if (forwards ? args[0] === '--help' : args.includes('--help')) return say(helpOf(name))
  checkArguments(name, args)
  if (process.platform === 'win32')
    throw new Sentence('On Windows, run this in WSL: the queue has no server for Windows.')
  await installDependencies()
  const programs = {}
  for (const one of needs) programs[one] = await provideProgram(one)
  const [program, ...first] = line.split(' ')
  runProgram({ program, isLauncher: name === 'start', args: [...first, ...args], programs })
}

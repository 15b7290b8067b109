import { installDependencies } from './dependencies.mjs'
import { handOver } from './hand-over.mjs'
import { Sentence } from './machine.mjs'
import { provideProgram } from './programs.mjs'

/** Programs each command needs beside the npm dependencies. */
const COMMANDS = {
  start: ['redis-server'],
  test: ['redis-server', 'chromium'],
  full: ['redis-server', 'chromium'],
  affected: ['redis-server', 'chromium'],
  e2e: ['redis-server', 'chromium'],
  long: ['redis-server', 'chromium'],
  backends: ['redis-server'],
  stress: ['redis-server', 'chromium'],
  bench: ['redis-server', 'chromium'],
  chaos: ['redis-server', 'chromium'],
  images: [],
  'compose-keys': [],
  backup: [],
  restore: [],
  migrate: [],
  release: ['chromium'],
  doctor: [],
  'test-images': [],
  subscribers: [],
  voices: [],
}

/** Brings the machine to where `command` can run, and then runs it in place of this process. */
export async function run([command = 'start', ...rest]) {
  if (!Object.hasOwn(COMMANDS, command))
    throw new Sentence(`Unknown command "${command}". There are: ${Object.keys(COMMANDS).join(', ')}.`)
  if (process.platform === 'win32')
    throw new Sentence(
      'On Windows run this in WSL (the Linux subsystem): the queue has no server for Windows.',
    )
  await installDependencies()
  const programs = {}
  for (const program of COMMANDS[command]) programs[program] = await provideProgram(program)
  handOver(command, rest, programs)
}

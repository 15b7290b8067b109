// The first step of every command: prepares the machine, then starts the command on Node 24. Plain JavaScript without
// dependencies, because it runs on the machine's own Node before anything is installed; the syntax is one that very old
// versions of Node parse, so that they print an error sentence, not a stack trace.
const needed = 20

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    'Node ' +
      process.versions.node +
      ' is too old: install Node ' +
      needed +
      ' or later (https://nodejs.org).\n',
  )
  process.exitCode = 1
} else {
  import('./bootstrap/run.mjs')
    .then((bootstrap) => bootstrap.run(process.argv.slice(2)))
    .catch((error) => {
      process.stderr.write(error.message + '\n')
      process.exit(error.exitCode || 1)
    })
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const TYPES: Record<string, string> = { html: 'text/html', json: 'application/json' }

/** Loads a script and shows its first line. */
const SCRIPT = `<!doctype html><title>bare</title><body><script>
fetch('script.json').then((response) => response.json()).then(({ data }) => {
  const line = document.createElement('p')
  line.textContent = data.script.content.lines[0].text
  document.body.append(line)
})
</script>`

/** A page without the product: the yardstick for the browser itself. */
export async function startBarePages() {
  const files = new Map([['script.html', gzipSync(SCRIPT)]])
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    const body = files.get(name)
    if (!body) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TYPES[name.split('.').at(-1)!],
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    script: `${origin}/script.html`,
    serve: (name: string, body: string) => void files.set(name, gzipSync(body)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

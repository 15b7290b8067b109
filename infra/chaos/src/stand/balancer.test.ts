import { freePort } from '@andscene/service-kit/free-port'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { openBalancer, type Balancer } from './balancer.ts'

type Process = { port: number; server: Server; ready: boolean }
const processes: Process[] = []
let balancer: Balancer | undefined
afterEach(async () => {
  await balancer?.close()
  for (const { server } of processes.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** Responds with its port; /readyz follows `ready`. */
async function startProcess(): Promise<Process> {
  const port = await freePort()
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/readyz' && !process.ready ? 503 : 200
    response.end(String(port))
  })
  const process = { port, server, ready: true }
  processes.push(process)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return process
}

const ask = async (headers: Record<string, string> = { connection: 'close' }) => {
  const response = await fetch(`http://127.0.0.1:${balancer!.port}/`, { headers })
  return Number(await response.text())
}
const askSixTimes = async () => {
  const ports = []
  for (let n = 0; n < 6; n += 1) ports.push(await ask())
  return [...new Set(ports)].toSorted()
}
const isReady = (process: Process) => expect.poll(() => balancer!.isReady(process.port), { timeout: 10_000 })

describe('the balancer of npm run chaos', () => {
  test('sends new connections to ready processes only', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    balancer = await openBalancer(await freePort(), [one.port, other.port])
    await isReady(one).toBe(true)
    await isReady(other).toBe(true)
    expect(await askSixTimes()).toEqual([one.port, other.port].toSorted())
    one.ready = false
    await isReady(one).toBe(false)
    expect(await askSixTimes()).toEqual([other.port])
    one.ready = true
    await isReady(one).toBe(true)
    expect(await askSixTimes()).toEqual([one.port, other.port].toSorted())
  })

  test('sends nothing new to a withdrawn process until it was unready and is ready again', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    balancer = await openBalancer(await freePort(), [one.port, other.port])
    await isReady(one).toBe(true)
    await isReady(other).toBe(true)
    balancer.withdraw(one.port)
    expect(await askSixTimes()).toEqual([other.port])
    const says = once(one.server, 'request')
    one.ready = false
    await says
    await isReady(one).toBe(false)
    one.ready = true
    await isReady(one).toBe(true)
  })

  test('refuses connections when no process is ready', async () => {
    const one = await startProcess()
    one.ready = false
    balancer = await openBalancer(await freePort(), [one.port])
    await expect(ask()).rejects.toThrow('fetch failed')
  })
})

import { Agent, get } from 'node:http'

const CONNECTIONS = 16
/** About as long as an ID token of Firebase. */
const TOKEN = 'x'.repeat(900)

/** Requests over 16 connections, each the next as soon as the one before is over, for about `ms`. */
export async function load(
  origin: string,
  path: string,
  ms: number,
): Promise<{ count: number; seconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const begin = performance.now()
  let count = 0
  const one = async () => {
    while (performance.now() < begin + ms) {
      await request(agent, new URL(path, origin))
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const seconds = (performance.now() - begin) / 1_000
  agent.destroy()
  return { count, seconds }
}

const request = (agent: Agent, url: URL): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, accept: '*/*' }
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url.href} responded with ${response.statusCode}`))
      response.resume().once('end', resolve).once('error', reject)
    }).once('error', reject)
  })

import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const CONNECTIONS = 16
/** About as long as an ID token of Firebase. */
export const ID_TOKEN = 'x'.repeat(900)

/** What is asked, and as whom. */
export type Asked = { origin: string; path: string; token?: string | undefined }

/** Requests over 16 connections, each the next as soon as the one before is over, for about `ms`. */
export async function load(asked: Asked, ms: number): Promise<{ count: number; seconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const begin = performance.now()
  let count = 0
  const one = async () => {
    while (performance.now() < begin + ms) {
      await request(agent, asked)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const seconds = (performance.now() - begin) / 1_000
  agent.destroy()
  return { count, seconds }
}

/** How long each of `perSecond` requests a second took, in ms from the moment it was due, for about `ms`. */
export async function pace(asked: Asked, perSecond: number, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const took: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let n = 0; n < (perSecond * ms) / 1_000; n += 1) {
    const due = begin + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    running.push(request(agent, asked).then(() => void took.push(performance.now() - due)))
  }
  await Promise.all(running)
  agent.destroy()
  return took
}

const request = (agent: Agent, { origin, path, token = ID_TOKEN }: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, origin)
    const headers = { authorization: `Bearer ${token}`, accept: '*/*' }
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url.href} responded with ${response.statusCode}`))
      response.resume().once('end', resolve).once('error', reject)
    }).once('error', reject)
  })

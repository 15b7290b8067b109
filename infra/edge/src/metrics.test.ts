import { freePort } from '@andscene/service-kit/free-port'
import { samplesOf, valueOf } from '@andscene/testing/scraped'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { configOf, edgeFixture } from './testing/edge-fixture.ts'

/** An edge with a metrics port, and a function that scrapes it. */
async function edgeWithMetrics(config: Parameters<typeof edgeFixture>[0] = {}) {
  const metrics = { port: await freePort(), host: '127.0.0.1' }
  const edge = await edgeFixture({ ...config, metrics })
  const scrape = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  return { ...edge, scrape }
}

const served = (scraped: string) =>
  samplesOf(scraped)
    .filter(({ name }) => name === 'edge_request_duration_seconds_count')
    .map(({ labels: { kind, status }, value }) => [kind, status, value])

describe('decision 0055: the metrics of the edge', () => {
  test('are served on a separate port, and not on the public one', async () => {
    const { origin, scrape } = await edgeWithMetrics()
    expect(await scrape()).toMatch(/^process_cpu_seconds_total\{service="edge"\}/m)
    const asked = await Promise.all(
      ['/metrics', '/metrics/', '/metrics?x=1', '/api/metrics', '/remotes/metrics'].map((url) =>
        fetch(origin + url),
      ),
    )
    const bodies = await Promise.all(asked.map((response) => response.text()))
    expect(bodies.join('\n')).not.toMatch(/process_cpu_|edge_request/)
  })

  test('are disabled unless a port is set', async () => {
    expect(configOf().metrics).toBeUndefined()
    const port = { METRICS_PORT: '9464' }
    expect(configOf(port).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
    const cluster = { ...port, METRICS_HOST: '0.0.0.0' }
    expect(configOf(cluster).metrics).toEqual({ port: 9464, host: '0.0.0.0' })
  })

  test('count requests by kind of route and status, without a series per unknown address', async () => {
    const { origin, scrape, build } = await edgeWithMetrics()
    await build('reader', '0123456789ab', 'main.0123456789.js')
    const requests: [kind: string, status: string, ...urls: string[]][] = [
      ['asset', '200', '/assets/main.0123456789.js'],
      ['asset', '404', '/assets/gone.0123456789.js', '/remotes.json.gz/remotes.json'],
      ['api', '502', '/api/scripts', '/api/nowhere/s1/events'],
      ['config', '200', '/config.json'],
      ['events', '502', '/api/scripts/s1/events'],
      ['identity', '200', '/identitytoolkit.googleapis.com/v2/passwordPolicy'],
      [
        'page',
        '200',
        '/',
        '/elsewhere/identity/x',
        ...Array.from({ length: 20 }, (_one, n) => `/made-up/${n}`),
      ],
      ['probe', '200', '/healthz', '/readyz'],
      ['registry', '200', '/remotes.json'],
      ['remote', '200', '/remotes/reader/0123456789ab/assets/main.0123456789.js'],
    ]
    for (const [, , ...urls] of requests)
      for (const url of urls) await (await fetch(origin + url)).arrayBuffer()
    expect(served(await scrape()).toSorted()).toEqual(
      requests.map(([kind, status, ...urls]) => [kind, status, urls.length]).toSorted(),
    )
  })

  test('report the versions that pages load now, including a new build immediately', async () => {
    const { scrape, build } = await edgeWithMetrics()
    const versions = async () =>
      samplesOf(await scrape())
        .filter(({ name }) => name === 'published_version_info')
        .map(({ labels }) => [labels['name'], labels['version']])
    await build('reader', '0123456789ab', 'main.0123456789.js')
    expect(await versions()).toEqual([
      ['host', expect.any(String)],
      ['reader', '0123456789ab'],
    ])
    await build('reader', 'ba9876543210', 'main.9876543210.js')
    expect(await versions()).toContainEqual(['reader', 'ba9876543210'])
    expect(await versions()).toHaveLength(2)
  })

  test('count remotes left out because they are broken', async () => {
    const { origin, folder, scrape, build } = await edgeWithMetrics()
    await build('reader', '0123456789ab', 'main.0123456789.js')
    await rm(path.join(folder, 'remotes/reader/dist/remote.json'))
    await writeFile(path.join(folder, 'remotes/reader/dist/remote.json'), '{"name":')
    await (await fetch(`${origin}/remotes.json`)).arrayBuffer()
    expect(valueOf(await scrape(), 'remotes_left_out_total')).toBeGreaterThan(0)
  })

  test('count open and refused connections', async () => {
    const { origin, scrape } = await edgeWithMetrics({ limitConnections: 1 })
    const { port } = new URL(origin)
    const first = connect(Number(port), '127.0.0.1')
    await once(first, 'connect')
    await expect.poll(async () => valueOf(await scrape(), 'edge_connections')).toBe(1)
    const second = connect(Number(port), '127.0.0.1')
    await once(second, 'close')
    expect(valueOf(await scrape(), 'requests_refused_total', { limit: 'connections' })).toBe(1)
    first.destroy()
  })
})

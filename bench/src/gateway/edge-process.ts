// The edge in front of a gateway, without files to serve.
import { buildEdge } from '@andscene/edge/build-app'
import { readEdgeConfig } from '@andscene/edge/config'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { cpuTime, serveParent } from '../child.ts'

const folder = await temporaryFolder('andscene-bench')
await serveParent(async ([gateway]: string[]) => {
  const config = readEdgeConfig({
    LOG_LEVEL: 'error',
    WEB_ROOT: folder.path,
    WEB_DIR: `${folder.path}/web`,
    GATEWAY_URL: gateway,
    FIREBASE_PROJECT_ID: 'demo-and-scene',
  })
  return (await buildEdge(config)).listen({ port: 0, host: '127.0.0.1' })
}, cpuTime)

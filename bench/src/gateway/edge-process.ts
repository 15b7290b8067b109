// The edge in front of a gateway, without files to serve.
import { buildEdge } from '@andscene/edge/build-app'
import { readEdgeConfig } from '@andscene/edge/config'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { serve } from './server.ts'

const [gateway = ''] = process.argv.slice(2)
const folder = await temporaryFolder('andscene-bench')
const app = await buildEdge(
  readEdgeConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    WEB_ROOT: folder.path,
    WEB_DIR: `${folder.path}/web`,
    GATEWAY_URL: gateway,
    FIREBASE_PROJECT_ID: 'demo-and-scene',
  }),
)
serve(await app.listen({ port: 0, host: '127.0.0.1' }))
